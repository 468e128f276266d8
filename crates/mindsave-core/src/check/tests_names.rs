//! Names that carry a failure: when one is enough to know it again, and when it tells nothing.

use super::Action::{Command, Edit, Sentence};
use super::*;
use crate::text::Lexicon;

fn all_are(expected: bool, rows: &[(&str, Action<'_>)]) {
    for (tried, action) in rows {
        let watched = Watched { approach: tried, ..Watched::default() };
        let found = Checker::new([watched], &[Lexicon::builtin()]).check(action);
        assert_eq!(!found.is_empty(), expected, "{tried} | {action:?} | {found:?}");
    }
}

#[test]
fn a_name_that_was_the_way_is_known_again() {
    let rows = [
        ("拖拽走 IDragHandler", Sentence("拖拽要不还是用 IDragHandler 写吧,我熟一点")),
        (
            "拖拽走 IDragHandler",
            Edit {
                path: "SlotView.cs",
                before: "",
                after: "class SlotView : MonoBehaviour, IBeginDragHandler, IDragHandler {}",
            },
        ),
        (
            "Searchkick on the shared Elasticsearch node",
            Sentence("Would it be worth reindexing everything with Searchkick over night?"),
        ),
        (
            "Searchkick on the shared Elasticsearch node",
            Edit {
                path: "app/models/order.rb",
                before: "",
                after: "searchkick word_start: [:title]",
            },
        ),
        (
            "用 XSSFWorkbook 读账单",
            Sentence(
                "Could we load the whole sheet through XSSFWorkbook, just for the small merchants?",
            ),
        ),
        (
            "r.Update on the whole cluster object",
            Edit {
                path: "internal/controller/cluster.go",
                before: "",
                after: "if err := r.Update(ctx, &cluster); err != nil { return err }",
            },
        ),
        (
            "r.Update on the whole cluster object",
            Sentence("Why not a normal Update call on the cluster, with a retry around it?"),
        ),
        (
            "dbt run -s fct_revenue --full-refresh",
            Command("dbt run --select fct_revenue --full-refresh --threads 1"),
        ),
        ("SMOTE oversampling", Sentence("Shall we give SMOTE another go on the bigger machine?")),
        ("让 ipx 在容器里实时缩图", Sentence("图片还是让 ipx 实时缩吧")),
        (
            "让 ipx 在容器里实时缩图",
            Edit { path: "server/image.ts", before: "", after: "import { createIPX } from 'ipx'" },
        ),
        ("小组件直接打开主 App 的 Core Data 库", Sentence("小组件能不能直接读 Core Data?")),
    ];
    all_are(true, &rows);
}

#[test]
fn the_place_or_the_object_is_no_repeat() {
    let rows = [
        ("a trigger on the PostgreSQL orders table", Sentence("upgrade the PostgreSQL driver")),
        (
            "localStorage for the payment token",
            Edit {
                path: "web/Theme.tsx",
                before: "",
                after: "localStorage.setItem('theme', 'dark')",
            },
        ),
        (
            "a poller in SyncManager",
            Edit {
                path: "src/SyncManager.ts",
                before: "",
                after: "export class SyncManager { stop() {} }",
            },
        ),
        (
            "debouncing the search box of SettingsView",
            Sentence("add a dark mode switch to SettingsView"),
        ),
        ("在 OrderService 里加分布式锁", Sentence("给 OrderService 补单元测试")),
        (
            "在 OrderService 里加分布式锁",
            Edit {
                path: "src/OrderService.java",
                before: "",
                after: "private final OrderService orderService;",
            },
        ),
        ("轮询 GitHub 接口拿构建状态", Sentence("把仓库地址换到 GitHub 企业版")),
        ("caching the API answers in memory", Sentence("document the API answers")),
        (
            "mutating the state in CartReducer",
            Edit {
                path: "src/CartReducer.ts",
                before: "",
                after: "export const CartReducer = combine(items, totals)",
            },
        ),
        ("在 ConfigMap 里写数据库密码", Sentence("ConfigMap 的命名规范整理一下")),
    ];
    all_are(false, &rows);
}

#[test]
fn another_command_of_the_same_program_is_no_repeat() {
    let rows = [
        (
            "deleting rows from the audit_log table",
            Command("psql -c 'select count(*) from audit_log'"),
        ),
        ("docker build --no-cache on every push", Command("docker build -t app .")),
        ("npm install --force", Command("npm install dayjs")),
        ("terraform apply -target=module.site", Command("terraform plan -out=tf.plan")),
        ("dbt run --full-refresh on the facts", Command("dbt run -s stg_orders")),
        ("kubectl rollout restart of the gateway", Command("kubectl get pods -n gateway")),
        ("git rebase onto main for the release branch", Command("git merge --ff-only origin/main")),
        ("flutter build apk --split-per-abi", Command("flutter build apk --debug")),
        ("用 helm rollback 回退", Command("helm upgrade web ./chart")),
        ("cargo build --target wasm32-unknown-unknown", Command("cargo build --release")),
    ];
    all_are(false, &rows);
}

#[test]
fn what_is_refused_removed_or_replaced_is_no_repeat() {
    let rows = [
        ("Moment.js for the calendar", Sentence("remove Moment.js from the calendar")),
        ("Moment.js for the calendar", Sentence("use date-fns instead of Moment.js")),
        ("用 Lombok 生成 getter", Sentence("不要用 Lombok")),
        ("用 XSSFWorkbook 读账单", Sentence("把 XSSFWorkbook 换成 SAX 读取")),
        (
            "Enzyme for the component tests",
            Edit {
                path: "src/A.test.tsx",
                before: "import { mount } from 'enzyme'",
                after: "import { render } from '@testing-library/react'",
            },
        ),
        ("SQLAlchemy for the reports", Command("pip uninstall sqlalchemy")),
    ];
    all_are(false, &rows);
}

#[test]
fn a_question_for_a_fact_or_another_version_is_no_repeat() {
    let rows = [
        ("用 XSSFWorkbook 读账单", Sentence("XSSFWorkbook 读一个月账单占多少内存?")),
        (
            "SMOTE oversampling of the churn set",
            Sentence("how much memory did SMOTE use in the last run?"),
        ),
        ("Redis for the login sessions", Sentence("which Redis version runs in production?")),
        ("小组件直接打开主 App 的 Core Data 库", Sentence("Core Data 现在是哪个版本的模型?")),
        ("upgrading to Vue 3.4", Sentence("stay on Vue 3.3")),
        ("SMOTE oversampling of the churn set", Sentence("why did SMOTE run out of memory?")),
    ];
    all_are(false, &rows);
}

#[test]
fn a_name_that_is_only_alike_or_common_is_no_repeat() {
    let rows = [
        ("把 Webpack 升级到 5", Sentence("Webpack 4 的配置拆成两个文件")),
        (
            "sharp for the thumbnails",
            Edit { path: "src/Edge.vue", before: "", after: "<div class=\"sharp-edge\"/>" },
        ),
        (
            "让 ipx 在容器里实时缩图",
            Edit {
                path: "src/img.ts",
                before: "",
                after: "export const px = (n: number) => `${n}px`",
            },
        ),
        (
            "按字节写 Flash",
            Edit {
                path: "src/uart.c",
                before: "",
                after: "HAL_UART_Transmit(&huart3, &buf[i], 1, 10);",
            },
        ),
        (
            "uploading from a foreground service",
            Edit {
                path: "res/row.xml",
                before: "",
                after: "<ImageView android:foreground=\"?attr/selectable\"/>",
            },
        ),
        (
            "r.Update on the whole object",
            Edit { path: "pkg/ui.go", before: "", after: "ui.Update(screen)" },
        ),
        (
            "Spring Batch for the nightly import",
            Sentence("fix the layout in the spring campaign mail"),
        ),
        ("用 Swift 宏生成模型", Sentence("Swift 代码的缩进统一成四个空格")),
    ];
    all_are(false, &rows);
}

#[test]
fn a_colon_without_a_blank_ends_the_approach() {
    let flash = "按字节写 Flash:H7 要求 256 位对齐";
    let bytes = "HAL_FLASH_Program(FLASH_TYPEPROGRAM_BYTE, addr + i, buf[i]);";
    all_are(true, &[(flash, Edit { path: "src/flash.c", before: "", after: bytes })]);
    let drag = "拖拽走 IDragHandler:UI Toolkit 面板收不到 EventSystem 的射线事件";
    let again = "拖拽要不还是用 IDragHandler 写吧,我熟一点";
    all_are(true, &[(drag, Sentence(again))]);
    let other = "class SplitDrag : PointerManipulator { void OnMove(PointerMoveEvent e) {} }";
    all_are(false, &[(drag, Edit { path: "Bag/SplitDrag.cs", before: "", after: other })]);
}

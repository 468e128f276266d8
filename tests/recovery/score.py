#!/usr/bin/env python3
"""Score what an agent still knows after a compaction or in a new session (README.md beside this file: format, contract).

usage: score.py SET [SET ...] --bin PATH/TO/mindsave [--misses] [--each] [--require NAME=VALUE ...]
       score.py SET [SET ...] --baseline last-save|tail|oracle [...]
       score.py SET [SET ...] --check

SET is a scenario file or a folder of them. The program is played each scenario in a fresh workspace, through `mindsave hook
claude-code`, `mindsave save --json --state -` and `mindsave log --type TYPE TEXT` only. Tokens are counted with o200k_base by the
`bpe-openai` package. Of a longer text only the first 800 tokens are read for facts; all of it is read for leaks.
--require: names that start with leaks, polarity, false, errors, tokens or over must be at most VALUE, every other at
least VALUE; the exit status is 1 if one falls short, if a required figure does not exist, or if --check finds an error.
"""
import argparse
import collections
import copy
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

CLASSES = ["goal", "phase", "next_action", "blocker", "constraints", "decisions", "exclusions", "variables", "files", "steps"]
KINDS = {"superseded", "retracted", "cleared", "other_task", "noise", "undecided", "secret"}
LOGS = {"decision", "rejected", "constraint", "learning", "problem", "progress", "blocker", "experience", "assumption"}
STATE = {"goal", "phase", "state", "next_action", "active_files", "blocker", "progress", "variables", "constraints", "decisions",
         "excluded_paths", "status"}
FIELDS = {"SessionStart": ["source"], "SessionEnd": ["reason"], "UserPromptSubmit": ["prompt"], "Stop": ["stop_hook_active"],
          "PreToolUse": ["tool_name", "tool_input", "tool_use_id"], "PostToolBatch": ["tool_calls"],
          "PostToolUse": ["tool_name", "tool_input", "tool_response", "tool_use_id"], "PreCompact": ["trigger"],
          "PostToolUseFailure": ["tool_name", "tool_input", "error", "tool_use_id"], "TaskCompleted": ["task_id", "task_subject"]}
BUDGET, NEAR, SECONDS = 800, 400, 20


# ---------------------------------------------------------------- text

def encoder():
    from bpe_openai import get_encoding
    return get_encoding("o200k_base")


def cut(text, tail=False):
    tokens = encoder().encode(text)
    if len(tokens) <= BUDGET:
        return text
    return encoder().decode(tokens[-BUDGET:] if tail else tokens[:BUDGET])


def fold(text):
    """The text in one width, its folded form (no case, no space, no joiner), and where each folded character stood."""
    text = unicodedata.normalize("NFKC", text)
    chars, where = [], []
    for i, ch in enumerate(text):
        if not (ch.isspace() or ch in "_-./\\`*'\"“”‘’「」《》"):
            for c in ch.casefold():
                chars.append(c)
                where.append(i)
    return text, "".join(chars), where


def alnum(ch):
    return ch.isascii() and ch.isalnum()


def occurrences(folded, phrase):
    """Where the phrase stands: at a word start; a number not inside a longer one; a very short word as a whole word."""
    text, flat, where = folded
    want, found, at = fold(phrase)[1], [], -1
    while want and (at := flat.find(want, at + 1)) >= 0:
        first, last = where[at], where[at + len(want) - 1]
        before, after = text[first - 1:first], text[last + 1:last + 2]
        camel = before.islower() and text[first].isupper()
        if alnum(want[0]) and before and alnum(before) and not camel:
            continue
        if after and alnum(want[-1]) and (after.isdigit() and want[-1].isdigit()
                                          or len(want) <= 3 and want.isascii() and alnum(after) and after != "s"):
            continue
        found.append((first, last + 1))
    return found


def exact(text, value):
    text, value = unicodedata.normalize("NFKC", text), unicodedata.normalize("NFKC", value)
    edge = lambda ch: r"[A-Za-z0-9]" if alnum(ch) else r"(?!)"
    return [m.span() for m in re.finditer(f"(?<!{edge(value[0])}){re.escape(value)}(?!{edge(value[-1])})", text)]


# ---------------------------------------------------------------- polarity: a rule, never a similarity

WORD = lambda words: rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])"
NEUTRAL = (WORD(r"no (?:more|less|later|fewer) than|not (?:more|less) than|(?:must |should |may |do(?:es)? )?not exceed|never exceed|not only|not sure"
                r"|no problem") + r"|不(?:得|能|可|许|要|准|应)?(?:超过|少于|低于|高于|大于|小于|多于)|不到|不同|不仅|不错|不过|不对")
VERB = r"(?:\s+(?:ever\s+)?(?:use|using|adopt|prefer|keep|require|choose|be)(?![A-Za-z]))?"
NEG = (WORD(r"do(?:es)? not|don.?t|must not|must never|should not|shouldn.?t|may not|can ?not|can.?t|never|no longer|not|no|without|avoid\w*"
            r"|reject\w*|forbid\w*|prohibit\w*|ban(?:ned)?|exclud\w*|nothing|neither|nor|instead of|in place of|rather than|ruled out|stay away|keep out|stop|off.limits|disallow\w*|refus\w*") + VERB
       + r"|[✗✘❌🚫⛔×]|!(?=[A-Za-z])|(?:不要|不能|不得|不准|不许|不可|不用|不再|不是|不|禁止|禁用|禁|勿|(?<![特级区类分识判个])别(?![名的])|避免|拒绝|弃用|排除"
       + r"|而不是|而非|(?<![除并])非(?!常)|没有|无(?!论))(?:再|去|直接|随便|在|把)*(?:使用|采用|选用|引入|用)?")
POS = (WORD(r"us(?:e|ing|es)|prefer\w*|chos\w*|choose|adopt\w*|keep|requir\w*|must|always|only|instead|but|switch(?:ed)? to|go with")
       + r"|[✓✔✅]|改用|使用|采用|选用|必须|只|而是|应该|要用|用|但|一律|统一")
TOKEN = re.compile(f"(?P<neutral>{NEUTRAL})|(?P<neg>{NEG})|(?P<over>{WORD('over')})|(?P<pos>{POS})", re.I)
AFTER = re.compile(r"[\s\"'`:=()→-]*(?:(?:is|are|was|were|be|must be|has been|have been|被|是|都|全部)\s*)?(?:not (?:allowed|used|permitted|ok|wanted|to be used)"
                   r"|never\b|forbidden|banned|prohibited|rejected|disallowed|off.limits|avoid|excluded|[✗✘❌🚫⛔]|禁|不(?:能|要|准|许|可|得|行)|no\b)", re.I)
SPLIT = re.compile(r"[;。!?\n|]|\.\s|\",\s*|\"\]|\]\s*,?|\}")
LIST = re.compile(r"(?:reject\w*|exclu\w*|avoid\w*|forbid\w*|failed|failures?|never|do_not|✗|禁[^\s:]{0,3}|排除|避免)[\"']?\s*[:=]?\s*\[[^\]]*\]", re.I)
BAD_HEAD = re.compile(WORD(r"do not|don.?t|avoid\w*|reject\w*|forbid\w*|exclud\w*|fail\w*|dead ends?|not to") + r"|[✗✘❌🚫⛔]|禁|不要|勿|避免|排除|失败|否决|死路", re.I)
KEEP_HEAD = re.compile(r"(?:do not|don.?t|never|must not) (?:break|violate|forget|drop|lose|ignore)|不要(?:违反|忘)|勿忘", re.I)
PAST = re.compile(WORD(r"supersed\w*|replac\w*|formerly|previous\w*|earlier|no longer|was|were|retract\w*|lifted|dropped|withdrawn|obsolete|resolved|unblocked"
                       r"|cleared|scratch|forget|cancel\w*|waive\w*|dead|done|finished|completed|old|until") + r"|取消|作废|不再|撤回|撤销|废弃|之前|原来|原先|旧|已解决|解除|放开|改为|改成|取代|曾|完成|~~", re.I)


def around(text, start, end):
    """The segment that holds [start, end): text before it, text after it, and the heading above a list line."""
    left = max([m.end() for m in SPLIT.finditer(text, 0, start)], default=0)
    stop = SPLIT.search(text, end)
    line_start = text.rfind("\n", 0, start) + 1
    line = text[line_start:].split("\n", 1)[0]
    head = ""
    if re.match(r"\s+\S|\s*(?:[-*•·]|\d+[.)])\s", line):
        indent = len(line) - len(line.lstrip())
        for above in reversed(text[:line_start].splitlines()):
            depth = len(above) - len(above.lstrip())
            is_head = re.match(r"\s*(?:#|<\w|\[)", above) or re.search(r":\s*$", above)
            if above.strip() and is_head and (depth < indent or not re.match(r"\s*[-*•·]", above)):
                head = above
                break
    return text[left:start], text[end:stop.start() if stop else len(text)], head


def negative(text, start, end):
    if any(m.start() <= start and end <= m.end() for m in LIST.finditer(text)):
        return True
    before, after, head = around(text, start, end)
    state = seen = None
    for m in TOKEN.finditer(before):
        kind = m.lastgroup
        if kind == "neutral" or kind == "over" and seen != "pos":
            continue
        state = "neg" if kind in ("neg", "over") else "pos"
        seen = "pos" if state == "pos" else seen
    if state:
        return state == "neg" or bool(AFTER.match(after))
    return bool(AFTER.match(after) or BAD_HEAD.search(head) and not KEEP_HEAD.search(head))


def past(text, start, end):
    before, after, head = around(text, start, end)
    return bool(PAST.search(before) or PAST.search(after) or PAST.search(head))


# ---------------------------------------------------------------- facts

def places(text, folded, kind, phrases):
    if kind in ("variables", "files", "secret"):
        return [spot for phrase in phrases for spot in exact(text, phrase)]
    return [spot for phrase in phrases for spot in occurrences(folded, phrase)]


def judge(text, kind, fact):
    """'yes', 'no', 'flipped' (the words are there, the sense is turned) or 'half' (the choice without its reason)."""
    folded = fold(text)
    spots = places(text, folded, kind, fact["any"])
    if not spots:
        return "no"
    if "why" in fact:
        reasons = places(text, folded, "why", fact["why"])
        near = any(max(a, c) - min(b, d) <= NEAR for a, b in spots for c, d in reasons)
        return "yes" if near else "half"
    if fact.get("polarity", "any") != "any":
        want = fact["polarity"] == "forbid"
        return "yes" if any(negative(folded[0], *spot) == want for spot in spots) else "flipped"
    return "yes"


def leaks(text, item):
    """A superseded, retracted or cleared thing may be named where the same entry says that it is over."""
    folded = fold(text)
    spots = places(text, folded, item["kind"], item["any"])
    if item["kind"] in ("secret", "other_task", "noise", "undecided"):
        return bool(spots)
    if "polarity" in item:
        spots = [s for s in spots if negative(folded[0], *s) == (item["polarity"] == "forbid")]
    elif item["kind"] == "superseded":
        spots = [s for s in spots if not negative(folded[0], *s)]
    return any(not past(folded[0], *s) for s in spots)


# ---------------------------------------------------------------- scenarios

def load(path):
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {**lines[0]["scenario"], "path": path, "steps": lines[1:]}


def files(sets):
    for name in sets:
        path = pathlib.Path(name)
        yield from sorted(path.glob("*.jsonl")) if path.is_dir() else [path]


def fill(value, workspace):
    if isinstance(value, str):
        return re.sub(r"\bCWD\b", lambda _: str(workspace), value)
    if isinstance(value, dict):
        return {key: fill(v, workspace) for key, v in value.items()}
    return [fill(v, workspace) for v in value] if isinstance(value, list) else value


def said(step):
    """What a reader of the whole session would have seen of this step, as text (baselines and --check)."""
    dump = lambda value: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if "save" in step:
        return "save: " + dump(step["save"])
    if "log" in step:
        return f"{step['log']['type']}: {step['log']['text']}"
    hook = step.get("hook") or (step.get("attempt") or {}).get("hook") or {}
    name = hook.get("hook_event_name")
    if name == "UserPromptSubmit":
        return "user: " + hook["prompt"]
    if name == "Stop":
        return "assistant: " + hook.get("last_assistant_message", "")
    if name == "TaskCompleted":
        return "task completed: " + hook["task_subject"]
    if name == "PostToolUse":
        return f"{hook['tool_name']}: {dump(hook['tool_input'])} => {dump(hook['tool_response'])}"
    if name == "PostToolUseFailure":
        return f"{hook['tool_name']} failed: {dump(hook['tool_input'])} => {hook['error']}"
    return ""


class Baseline:
    """Players that need no program: the number to beat, and the ceiling."""

    def __init__(self, kind):
        self.kind, self.errors, self.answers = kind, [], []

    def start(self, scenario):
        self.seen, self.saved = [], ""

    def step(self, step):
        self.seen.append(said(step))
        if "save" in step:
            self.saved = json.dumps(step["save"], ensure_ascii=False)

    def probe(self, probe):
        if self.kind == "last-save":
            return cut(self.saved)
        if self.kind == "tail":
            return cut("\n".join(filter(None, self.seen)), tail=True)
        lead = {"forbid": "never ", "require": "must "}
        lines = [f"- {lead.get(fact.get('polarity'), '')}{fact['any'][0]}" + (f", because {fact['why'][0]}" if "why" in fact else "")
                 for kind in CLASSES for fact in probe["expect"].get(kind, [])]
        return "\n".join(lines)

    def attempt(self, hook):
        return "", False

    def on_disk(self, secret):
        return False

    def end(self):
        pass


class Program:
    """Plays the part of the host for one scenario, in a workspace of its own."""

    def __init__(self, binary):
        self.binary, self.errors = os.path.abspath(binary) if os.sep in binary else binary, []

    def start(self, scenario):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="recovery-"))
        self.workspace = self.home / "work" / "project"
        self.workspace.mkdir(parents=True)
        self.name, self.answers, self.count = scenario["id"], [], 0
        self.clock = datetime.datetime.fromisoformat(scenario["start"].replace("Z", "+00:00"))
        self.session = scenario["session"]
        self.env = {"HOME": str(self.home), "PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8", "TZ": "UTC",
                    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "CLAUDE_PROJECT_DIR": str(self.workspace)}
        if "MINDSAVE_DEADLINE_MS" in os.environ:
            self.env["MINDSAVE_DEADLINE_MS"] = os.environ["MINDSAVE_DEADLINE_MS"]
        subprocess.run(["git", "init", "-q", "-b", "main"], cwd=self.workspace, env=self.env, check=True, capture_output=True)

    def fail(self, what):
        self.errors.append(f"{self.name}: {what}")

    def run(self, args, stdin):
        self.clock += datetime.timedelta(seconds=1)
        env = dict(self.env, MINDSAVE_NOW=self.clock.strftime("%Y-%m-%dT%H:%M:%SZ"))
        what = " ".join(args)[:80]
        try:
            done = subprocess.run([self.binary, *args], input=stdin.encode(), capture_output=True, env=env, cwd=self.workspace, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.fail(f"`{what}` ran over {SECONDS} s")
            return ""
        except OSError as error:
            self.fail(f"`{what}`: {error}")
            return ""
        if done.returncode:
            self.fail(f"`{what}` exited {done.returncode}: {done.stderr.decode(errors='replace').strip()[:200]}")
            return ""
        return done.stdout.decode(errors="replace")

    def hook(self, event):
        """The fields of a valid answer; {} where there is none. The host drops an answer of the wrong form, and so do we."""
        name = event["hook_event_name"]
        out = self.run(["hook", "claude-code"], json.dumps(fill(event, self.workspace), ensure_ascii=False)).strip()
        self.answers.append(out)
        if not out:
            return {}
        try:
            answer = json.loads(out)
            inner = answer.get("hookSpecificOutput", {})
            context = inner.get("additionalContext", "")
            if inner and inner.get("hookEventName") != name or not isinstance(context, str):
                raise ValueError("not the envelope of this event")
        except (ValueError, AttributeError) as error:
            self.fail(f"{name}: invalid answer ({error}): {out[:120]!r}")
            return {}
        return {**{key: answer[key] for key in ("decision", "reason") if key in answer}, **inner}

    def common(self, name, **fields):
        return {"session_id": self.session, "transcript_path": None, "cwd": "CWD", "hook_event_name": name, **fields}

    def by_shell(self, command, args, stdin):
        """The agent's own call, as the host shows it: PreToolUse, the command, PostToolUse."""
        self.count += 1
        call = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": f"toolu_own_{self.count}"}
        self.hook(self.common("PreToolUse", **call))
        out = self.run(args, stdin)
        if "--json" in args and out:
            try:
                json.loads(out)
            except ValueError:
                self.fail(f"`{args[0]} --json` printed no JSON: {out[:120]!r}")
        self.hook(self.common("PostToolUse", **call, tool_response={"stdout": out, "stderr": "", "interrupted": False, "isImage": False}))

    def step(self, step):
        self.session = step.get("session", self.session)
        if "hook" in step:
            self.session = step["hook"].get("session_id", self.session)
            self.hook(step["hook"])
        elif "save" in step:
            state = json.dumps(fill(step["save"], self.workspace), ensure_ascii=False)
            self.by_shell(f"mindsave save --json --state - <<'EOF'\n{state}\nEOF", ["save", "--json", "--state", "-"], state)
        elif "log" in step:
            kind, text = step["log"]["type"], step["log"]["text"]
            self.by_shell(f"mindsave log --type {kind} {json.dumps(text, ensure_ascii=False)}", ["log", "--type", kind, text], "")
        elif "write" in step:
            path = self.workspace / step["write"]["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step["write"]["text"], encoding="utf-8")
        elif "advance" in step:
            self.clock += datetime.timedelta(seconds=step["advance"])

    def probe(self, probe):
        self.session = probe["session"]
        if probe["how"] == "compact":
            self.hook(self.common("PreCompact", trigger="auto", custom_instructions=None))
            return self.hook(self.common("SessionStart", source="compact", model="claude-sonnet-5")).get("additionalContext", "")
        self.hook(self.common("SessionEnd", reason="prompt_input_exit"))
        self.session = probe["new_session"]
        return self.hook(self.common("SessionStart", source="startup", model="claude-sonnet-5")).get("additionalContext", "")

    def attempt(self, hook):
        self.session = hook["session_id"]
        got = self.hook(hook)
        texts = [got.get(key) for key in ("additionalContext", "permissionDecisionReason", "reason")]
        barred = got.get("permissionDecision") in ("deny", "ask") or got.get("decision") == "block"
        return "\n".join(t for t in texts if isinstance(t, str)).strip(), barred

    def on_disk(self, secret):
        raw = secret.encode()
        kept = [p for p in self.home.rglob("*") if p.is_file() and (self.workspace not in p.parents or self.workspace / ".mindsave" in p.parents)]
        return any(secret in path.name or raw in path.read_bytes() for path in kept)

    def end(self):
        shutil.rmtree(self.home, ignore_errors=True)


# ---------------------------------------------------------------- scoring

def play(scenario, player, tally, misses):
    say = (lambda line: print(f"{scenario['id']}: {line}")) if misses else (lambda line: None)
    secrets = {s for step in scenario["steps"] for m in step.get("probe", {}).get("must_not", []) if m["kind"] == "secret" for s in m["any"]}
    saved, own_errors = "", len(player.errors)
    player.start(scenario)
    for step in scenario["steps"]:
        if "probe" in step:
            score_probe(step["probe"], player.probe(step["probe"]), saved, tally, say)
        elif "attempt" in step:
            score_attempt(step["attempt"], player, tally, say)
        else:
            player.step(step)
            saved = json.dumps(step["save"], ensure_ascii=False) if "save" in step else saved
    for secret in secrets:
        for where, found in (("an answer", any(secret in a for a in player.answers)), ("a file", player.on_disk(secret))):
            tally["leaks"] += found
            tally["leaks_secret"] += found
            found and say(f"secret {secret!r} leaked into {where}")
    player.end()
    for error in player.errors[own_errors:]:
        say(f"error: {error}")


def score_probe(probe, text, saved, tally, say):
    size = len(encoder().encode(text))
    tally["sizes"].append(size)
    tally["over_800"] += size > BUDGET
    tally["unanswered"] += not text.strip()
    size > BUDGET and say(f"{probe['id']}: {size} tokens")
    short = cut(text)
    for kind in CLASSES:
        for fact in probe["expect"].get(kind, []):
            verdict = judge(short, kind, fact)
            name = "hard" if fact.get("hard") else kind
            tally["facts"][name].append(verdict == "yes")
            if not fact.get("hard"):
                tally["facts"]["total"].append(verdict == "yes")
                judge(saved, kind, fact) == "yes" or tally["facts"]["beyond_save"].append(verdict == "yes")
            tally["polarity_flipped"] += verdict == "flipped" and not fact.get("hard")
            verdict == "yes" or say(f"{probe['id']}: {name} {verdict}: {fact['any'][0]!r}" + (f" because {fact['why'][0]!r}" if "why" in fact else ""))
    for item in probe["must_not"]:
        found = leaks(text, item)
        tally["leaks"] += found
        tally["leaks_secret"] += found and item["kind"] == "secret"
        found and say(f"{probe['id']}: {item['kind']} {item['any'][0]!r} is in the text")


def score_attempt(attempt, player, tally, say):
    text, barred = player.attempt(attempt["hook"])
    hook = attempt["hook"]
    shown = hook.get("prompt") or json.dumps(hook.get("tool_input") or hook.get("tool_calls"), ensure_ascii=False)
    if attempt["repeats"]:
        named = bool(text) and any(occurrences(fold(text), name) for name in attempt["names"])
        tally["facts"]["repeat_recall_hard" if attempt.get("hard") else "repeat_recall"].append(named)
        named or say(f"no warning{' that names the failure' if text else ''}: {shown[:160]}")
    else:
        tally["false"].append(bool(text) or barred)
        (text or barred) and say(f"false alarm: {shown[:160]} -> {text[:120]}")


def figures(tally, player):
    rate = lambda hits: sum(hits) / len(hits)
    out = {name: rate(tally["facts"][name]) for name in [*CLASSES, "hard", "beyond_save"] if tally["facts"][name]}
    out |= {"polarity_flipped": tally["polarity_flipped"], "leaks": tally["leaks"], "leaks_secret": tally["leaks_secret"],
            "tokens_max": max(tally["sizes"], default=0), "tokens_mean": sum(tally["sizes"]) / max(1, len(tally["sizes"])),
            "over_800": tally["over_800"], "unanswered": tally["unanswered"]}
    out |= {name: rate(tally["facts"][name]) for name in ("repeat_recall", "repeat_recall_hard") if tally["facts"][name]}
    if tally["false"]:
        out["false_alarms"] = rate(tally["false"])
    out["errors"] = len(player.errors)
    if tally["facts"]["total"]:
        out["total"] = rate(tally["facts"]["total"])
    return out


def empty():
    tally = collections.Counter()
    tally["facts"], tally["sizes"], tally["false"] = collections.defaultdict(list), [], []
    return tally


def show(numbers):
    return ", ".join(f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}" for k, v in numbers.items())


# ---------------------------------------------------------------- --check

def strings(value):
    return isinstance(value, list) and bool(value) and all(isinstance(s, str) and s.strip() for s in value)


def check_hook(hook, err):
    name = hook.get("hook_event_name")
    if name not in FIELDS:
        return err(f"event {name}")
    missing = [f for f in ["session_id", "cwd", *FIELDS[name]] if f not in hook]
    missing and err(f"{name} without {missing}")
    str(hook.get("cwd")).startswith("CWD") or err(f"{name}: cwd is not CWD")


def check_fact(kind, fact, text, err):
    extra = {"constraints": {"polarity"}, "decisions": {"why"}, "exclusions": {"why"}}.get(kind, set())
    set(fact) - {"hard"} == {"any"} | extra or err(f"{kind}: fields {sorted(fact)}")
    if not strings(fact["any"]) or "why" in fact and not strings(fact["why"]) or fact.get("polarity", "forbid") not in ("forbid", "require", "any"):
        return err(f"{kind}: {fact}")
    verdict = judge(text, kind, fact)
    fact.get("hard") or verdict == "yes" or err(f"{kind} has no evidence before it ({verdict}): {fact['any'][0]!r}" + (f" why {fact['why'][0]!r}" if "why" in fact else ""))


def check_probe(probe, text, err):
    want = {"id", "how", "session", "expect", "must_not"} | ({"new_session"} if probe.get("how") == "session" else set())
    set(probe) == want and probe["how"] in ("compact", "session") or err(f"probe fields {sorted(probe)}")
    set(probe["expect"]) <= set(CLASSES) or err(f"classes {sorted(probe['expect'])}")
    len(probe["expect"].get("decisions", [])) <= 3 or err("more than three decisions")
    for kind, facts in probe["expect"].items():
        for fact in facts:
            check_fact(kind, fact, text, err)
    for item in probe["must_not"]:
        set(item) - {"polarity"} == {"any", "kind"} and strings(item["any"]) and item["kind"] in KINDS or err(f"must_not {item}")
        places(text, fold(text), item["kind"], item["any"]) or err(f"must_not never occurs: {item['any'][0]!r}")
    ideal = Baseline("oracle").probe(probe)
    size = len(encoder().encode(ideal))
    size <= 600 or err(f"the facts alone take {size} tokens")
    for kind, facts in probe["expect"].items():
        for fact in facts:
            judge(ideal, kind, fact) == "yes" or err(f"{kind}: the ideal text fails on {fact['any'][0]!r}")
    for item in probe["must_not"]:
        leaks(ideal, item) and err(f"must_not {item['any'][0]!r} is in the ideal text")


def check(paths):
    errors, ids, table = [], set(), []
    for path in paths:
        try:
            scenario = load(path)
            name = scenario["id"]
        except (ValueError, KeyError, IndexError) as error:
            errors.append(f"{path}: {error}")
            continue
        seen, kinds, tally = [], collections.Counter(), empty()
        where = [""]
        err = lambda message: errors.append(f"{name}{where[0]}: {message}")
        set(scenario) - {"path", "steps"} == {"id", "lang", "title", "start", "session", "covers"} or err(f"header {sorted(scenario)}")
        scenario["lang"] in ("en", "zh", "mixed") or err("lang")
        name == path.stem or err(f"is not the name of {path.name}")
        for unique in [name, *(s["probe"]["id"] for s in scenario["steps"] if "probe" in s)]:
            unique not in ids or err(f"id {unique} used twice")
            ids.add(unique)
        40 <= len(scenario["steps"]) <= 90 or err(f"{len(scenario['steps'])} steps")
        saved = ""
        for number, step in enumerate(scenario["steps"], 1):
            where[0] = f" step {number}"
            kind = next(iter(set(step) - {"session"}), "")
            kinds[kind] += 1
            len(set(step) - {"session"}) == 1 and kind in ("hook", "save", "log", "write", "advance", "probe", "attempt") or err(f"step {sorted(step)}")
            if kind == "hook":
                check_hook(step["hook"], err)
            elif kind == "save":
                set(step["save"]) <= STATE or err(f"save keys {sorted(set(step['save']) - STATE)}")
                saved = json.dumps(step["save"], ensure_ascii=False)
            elif kind == "log":
                set(step["log"]) == {"type", "text"} and step["log"]["type"] in LOGS or err(f"log {step['log']}")
            elif kind == "write":
                set(step["write"]) == {"path", "text"} and not step["write"]["path"].startswith("/") or err("write")
            elif kind == "advance":
                isinstance(step["advance"], int) and step["advance"] > 0 or err("advance")
            elif kind == "attempt":
                check_hook(step["attempt"]["hook"], err)
                wants = {"hook", "repeats", "names"} if step["attempt"]["repeats"] else {"hook", "repeats"}
                set(step["attempt"]) - {"hard"} == wants or err(f"attempt {sorted(step['attempt'])}")
            elif kind == "probe":
                check_probe(step["probe"], "\n".join(seen), err)
                score_probe(step["probe"], Baseline("oracle").probe(step["probe"]), saved, tally, lambda line: None)
            seen.append(said(step))
        where[0] = ""
        kinds["probe"] or err("no probe")
        tally["facts"]["beyond_save"] or err("nothing that the last save does not hold")
        table.append((name, scenario["lang"], len(scenario["steps"]), kinds["probe"], kinds["attempt"], len(tally["facts"]["total"]),
                      len(tally["facts"]["hard"]), len(tally["facts"]["beyond_save"])))
    print("scenario lang steps probes attempts facts hard beyond_save")
    for row in table:
        print(*row)
    print("all", "", *(sum(row[i] for row in table) for i in range(2, 8)))
    print("\n".join(errors) or "no errors")
    return bool(errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="SET")
    parser.add_argument("--bin", default="mindsave")
    parser.add_argument("--baseline", choices=["last-save", "tail", "oracle"], help="score a player that needs no program")
    parser.add_argument("--check", action="store_true", help="validate the scenarios, run nothing")
    parser.add_argument("--misses", action="store_true", help="print everything that went wrong")
    parser.add_argument("--each", action="store_true", help="print the figures of each scenario too")
    parser.add_argument("--require", nargs="*", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    paths = list(files(options.sets))
    if not paths:
        raise SystemExit("no scenario found")
    if options.check:
        sys.exit(check(paths))
    if not options.baseline and not shutil.which(options.bin):
        raise SystemExit(f"{options.bin}: no such program")
    player, tally = Baseline(options.baseline) if options.baseline else Program(options.bin), empty()
    for path in paths:
        scenario = load(path)
        before = copy.deepcopy(tally) if options.each else None
        play(scenario, player, tally, options.misses)
        if options.each:
            facts = {k: v[len(before["facts"].get(k, [])):] for k, v in tally["facts"].items()}
            line = {k: sum(v) / len(v) for k, v in facts.items() if v}
            print(f"  {scenario['id']}: " + show({**line, "leaks": tally["leaks"] - before["leaks"]}))
    numbers, short = figures(tally, player), []
    for need in options.require:
        name, value = need.split("=")
        at_most = name.startswith(("leaks", "polarity", "false", "errors", "tokens", "over", "unanswered"))
        got = numbers.get(name)
        if got is None or (got > float(value) if at_most else got < float(value)):
            short.append(f"{name} {'missing' if got is None else f'{got:.3f}'}, wanted {'at most' if at_most else 'at least'} {value}")
    print(f"recovery ({options.baseline or 'program'}, {len(paths)} scenarios): " + show(numbers))
    if short:
        print("falls short: " + "; ".join(short))
    sys.exit(bool(short))


if __name__ == "__main__":
    main()

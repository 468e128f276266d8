"""Does a little of everything with an installed package; run by ``cargo xtask python package``."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile

import mindsave

compressed = mindsave.compress_layer2(["no tailwind", "use css variables", "不要用 npm", "用 pnpm"])
assert compressed["symbolic"]["theme_system"]["strategy"] == "css_variables_only"
assert mindsave.decompress(compressed)["constraints"][2] == "不要用 npm"

with tempfile.TemporaryDirectory() as root:
    os.environ["HOME"] = root
    mind = mindsave.MindSave(root)
    mind.save(goal="修复登录", next_action="跑测试")
    loaded = mind.load()
    assert loaded.next_action == "跑测试"
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    try:
        mind.load("nothing")
    except mindsave.NotFoundError as error:
        assert error.kind == "not_found"
    mind.observe("smoke", {"type": "prompt", "text": "加一个导出页面"})
    assert mind.restore_session("smoke") is not None
    command = [sys.executable, "-m", "mindsave", "--root", root, "resume"]
    printed = subprocess.run(command, check=True, capture_output=True).stdout
    assert printed.decode() == mind.resume()

print(f"mindsave {mindsave.__version__} works with Python {sys.version.split()[0]}")

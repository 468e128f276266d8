// Passes OpenCode's events to mindsave and puts its answers where they belong. Made by `mindsave setup opencode`.
import { spawn } from "node:child_process"

const PROGRAM = __PROGRAM__
const PATIENCE = 2000

/** Runs one hook; whatever goes wrong, OpenCode goes on as if nobody had been asked. */
function ask(event, directory, value) {
  return new Promise((resolve) => {
    try {
      const child = spawn(PROGRAM, ["hook", "opencode", event], { stdio: ["pipe", "pipe", "ignore"], cwd: directory })
      const timer = setTimeout(() => child.kill(), PATIENCE)
      let out = ""
      const end = () => {
        clearTimeout(timer)
        try {
          resolve(out.trim() ? JSON.parse(out) : {})
        } catch {
          resolve({})
        }
      }
      child.stdout.on("data", (data) => (out += data))
      child.on("error", end)
      child.on("close", end)
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify({ ...value, directory }))
    } catch {
      resolve({})
    }
  })
}

const EVENTS = ["session.created", "session.compacted", "session.idle"]

export const MindSave = async ({ directory, worktree }) => {
  const folder = worktree && worktree !== "/" ? worktree : directory
  const notes = new Map()
  return {
    event: async ({ event }) => {
      if (EVENTS.includes(event.type)) await ask(event.type, folder, { event })
    },
    "chat.message": async (input, output) => {
      await ask("chat.message", folder, { input, output: { parts: output.parts } })
    },
    "tool.execute.before": async (input, output) => {
      const answer = await ask("tool.execute.before", folder, { input, output: { args: output.args } })
      if (answer.note) notes.set(input.callID, answer.note)
    },
    "tool.execute.after": async (input, output) => {
      await ask("tool.execute.after", folder, { input, output })
      const note = notes.get(input.callID)
      notes.delete(input.callID)
      if (note && typeof output.output === "string") output.output += "\n\n" + note
    },
    "experimental.session.compacting": async (input) => {
      await ask("experimental.session.compacting", folder, { input, output: { context: [] } })
    },
    "experimental.chat.system.transform": async (input, output) => {
      const answer = await ask("experimental.chat.system.transform", folder, { input, output: { system: [] } })
      if (answer.system) output.system.push(answer.system)
    },
  }
}

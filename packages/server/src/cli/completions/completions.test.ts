import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgram } from '#cli/program'
import { createTempDirectory } from '#testing/server/command'
import { completionScript, type Shell } from './scripts.ts'
import { completionTable } from './table.ts'

/** How a shell starts without anybody's settings, and how it reads a script. The command itself says what it was given. */
const shells: Record<Shell, { command: string; setUp: (script: string) => string }> = {
  bash: {
    command: 'bash --norc --noprofile -i',
    setUp: (script) => `rivulet() { printf 'RAN[%s]\\n' "$*"; }\nsource ${script}\n`,
  },
  zsh: {
    command: 'zsh -f -i',
    setUp: (script) =>
      `bindkey -e; autoload -U compinit; compinit -u -D; rivulet() { print -r -- "RAN[$*]" }\nsource ${script}\n`,
  },
  fish: {
    command: 'fish --no-config -i',
    setUp: (script) => `function rivulet; echo "RAN[$argv]"; end\nsource ${script}\n`,
  },
}

/** What is typed up to Tab, and what then stands there. */
const presses: [typed: string, completed: string][] = [
  ['rivulet tri', 'trigger'],
  ['rivulet user set', 'user set-password'],
  ['rivulet tail --err', 'tail --errors'],
  ['rivulet tail --app x --method chat.startS', 'tail --app x --method chat.startStream'],
  ['rivulet call --as scout chat.appendS', 'call --as scout chat.appendStream'],
  ['rivulet call chat.postMessage chan', 'call chat.postMessage channel='],
  ['rivulet call chat.startStream task_display_mode=p', 'call chat.startStream task_display_mode=plan'],
  ['rivulet trigger agent_session_s', 'trigger agent_session_stopped'],
  ['rivulet completions fi', 'completions fish'],
]

const missing = (['bash', 'zsh', 'fish'] as const).filter(
  (shell) => spawnSync(shell, ['--version']).error !== undefined,
)
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const why = missing.includes(shell) ? `${shell} is not installed` : hasTerminal ? undefined : 'there is no script(1)'
  test.skipIf(why !== undefined)(
    `${shell} completes what is typed when Tab is pressed${why ? ` (skipped: ${why})` : ''}`,
    async () => {
      expect(await pressIn(shell)).toEqual(presses.map(([, completed]) => completed))
    },
  )
}

test('completions know every flag, and no flag takes a value in one command alone', () => {
  const { contexts, values } = completionTable(program())
  const words = contexts.flatMap((context) => [...context.words, ...context.flags].map(([word]) => word))
  expect(words.filter((word) => /[\s'"$`\\]/.test(word))).toEqual([])
  expect(contexts.find(({ path }) => path === 'user')?.words.map(([word]) => word)).toContain('sign-out')
  expect(values.has('--data')).toBe(true)
  expect(values.has('--json')).toBe(false)
})

function program() {
  return createProgram((message) => {
    throw new Error(message)
  })
}

/** Types each line in a terminal, with Tab at its end. Returns what the command was called with. */
async function pressIn(shell: Shell): Promise<string[]> {
  const directory = createTempDirectory()
  const script = join(directory, `rivulet.${shell}`)
  writeFileSync(script, completionScript(shell, completionTable(program())))
  const { PATH = '' } = process.env
  const env = { PATH, HOME: directory, TERM: 'xterm', PS1: '$ ', COLUMNS: '200', LINES: '50' }
  const terminal = spawn('script', ['-qfec', shells[shell].command, '/dev/null'], { cwd: directory, env })
  const ended = once(terminal, 'close')
  onTestFinished(async () => {
    terminal.kill('SIGKILL')
    await ended
  })
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
  const calls = () => [...shown.matchAll(/^RAN\[([^\r\n]*?) ?\]\r?$/gm)].map(([, words = '']) => words)
  terminal.stdin.write(shells[shell].setUp(script))
  // A shell that is still busy with its start may take Tab for a character.
  terminal.stdin.write('rivulet ready\n')
  await expect.poll(calls).toEqual(['ready'])
  for (const [i, [typed]] of presses.entries()) {
    terminal.stdin.write(`${typed}\t\n`)
    await expect.poll(() => calls().length).toBe(i + 2)
  }
  return calls().slice(1)
}

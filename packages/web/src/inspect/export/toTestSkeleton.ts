import type { ExportDirectory, ExportedAct, ExportedCall, ExportedEntry } from './entries.ts'
import { toJs, toJsText } from './literals.ts'
import { ActWriter } from './skeleton/acts.ts'
import { Cast } from './skeleton/cast.ts'
import { ExpectationWriter } from './skeleton/expectations.ts'
import { writeInteraction } from './skeleton/interactions.ts'
import { upperFirst } from './skeleton/names.ts'
import { type Reply, repliesIn } from './skeleton/replies.ts'
import { Script } from './skeleton/script.ts'
import { segmentsOf } from './skeleton/segments.ts'
import { Surfaces } from './skeleton/surfaces.ts'

/**
 * A whole test file for vitest and `@rivulet/testing` that goes the same way again: people do what they did, in order, and what
 * the apps answered is expected. The apps are started by functions that the developer writes.
 */
export function toTestSkeleton(entries: readonly ExportedEntry[], directory: ExportDirectory): string {
  const cast = new Cast(directory, entries)
  const body = writeBody(cast, entries)
  const apps = cast.apps.filter(({ variable }) => variable.used)
  const people = cast.people.filter(({ variable }) => variable.used)
  const starters = apps.map(({ variable }) => `start${upperFirst(variable.name)}`)
  const workspace = {
    people: directory.people.map(({ name }) => name),
    channels: cast.channels.length > 0 ? cast.channels : ['general'],
  }
  const title = `${apps.map(({ name }) => name).join(' and ') || 'The app'} answers as before`
  const fields = Object.entries(workspace).map(([name, value]) => `      ${name}: ${toJs(value, '      ')},\n`)
  const manifests = apps.map(({ variable }) => `${variable.name}Manifest`)
  return `import { expect, onTestFinished, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'
// Start your app there with \`botToken\`, \`appToken\` or \`signingSecret\` of the first argument and the address of the Web API, the
// second, and return something with \`stop()\`.
${starters.map((starter) => `import { ${starter} } from './apps.ts'\n`).join('')}
${apps.map(({ variable, manifest }) => manifestLine(`${variable.name}Manifest`, manifest)).join('')}
test(${toJsText(title)}, async () => {
  await using server = await startRivulet({
    workspace: {
${fields.join('')}      apps: [${manifests.join(', ')}],
    },
  })
${people.map(({ name, variable }) => `  const ${variable.name} = server.person(${toJsText(name)})\n`).join('')}${apps
    .map(({ name, variable }, i) => startLines(variable.name, name, starters[i] ?? '', apps.length))
    .join('')}
${body.map((line) => (line === '' ? '\n' : `  ${line}\n`)).join('')}})
`
}

function manifestLine(variable: string, manifest: object | undefined): string {
  return manifest === undefined
    ? `/** The path of the manifest of your app, YAML or JSON. */\nconst ${variable} = './manifest.json'\n`
    : `const ${variable} = ${toJs(manifest)}\n`
}

function startLines(variable: string, name: string, starter: string, count: number): string {
  const program = count === 1 ? 'program' : `${variable}Program`
  return `  const ${variable} = server.app(${toJsText(name)})
  const ${program} = await ${starter}(${variable}, server.apiUrl)
  onTestFinished(() => ${program}.stop())
`
}

/** The acts of people, and after each what apps did then. */
function writeBody(cast: Cast, entries: readonly ExportedEntry[]): string[] {
  const script = new Script(cast.names)
  const surfaces = new Surfaces(cast, script)
  const acts = new ActWriter(cast, script, surfaces)
  const expectations = new ExpectationWriter(cast, script, surfaces)
  const open = new Map<string, Reply>()
  let actor: string | undefined
  let status = false
  for (const { act, calls } of segmentsOf(entries, cast)) {
    script.pause()
    if (act?.kind === 'act') {
      actor = acts.write(act) ?? actor
      // The file is in the message that comes next.
      if (act.act === 'uploads') continue
      if (act.act === 'stops') for (const { app } of stoppedBy(act, open)) expectations.writeStopped(app)
    } else if (act) {
      script.add(writeInteraction(act, cast, surfaces))
      actor = act.user
    } else if (calls.length > 0) script.add('// Before anybody did anything:')
    const replies = repliesIn(act ? [act, ...calls] : calls, open)
    for (const app of new Set(replies.map((reply) => reply.app))) {
      const own = replies.filter((reply) => reply.app === app)
      expectations.writeReplies(cast.app(app) ?? 'undefined', own)
    }
    for (const call of calls) if (call.ok && isOpening(call)) expectations.writeView(call, actor)
    status = calls.reduce(statusAfter, status)
    const settles = act !== undefined && open.size === 0 && !status
    if (settles) script.add('await server.settled()')
    for (const call of calls) if (!isShown(call)) expectations.writeCall(call, settles)
  }
  return script.lines()
}

/** The streams that a reader has stopped, also at the root of their thread. They are open no longer. */
function stoppedBy({ channel, ts }: ExportedAct, open: Map<string, Reply>): Reply[] {
  const stopped = [...open].filter(([, one]) => one.channel === channel && (one.ts === ts || one.threadTs === ts))
  for (const [key] of stopped) open.delete(key)
  return stopped.map(([, reply]) => reply)
}

/** Whether "Scout is thinking…" is shown after this call. A message ends it. */
function statusAfter(shown: boolean, { method, args, ok }: ExportedCall): boolean {
  if (!ok) return shown
  if (method === 'assistant.threads.setStatus') return args['status'] !== ''
  if (method === 'agents.sessions.setStatus') return args['status'] === 'processing'
  return shown && !posting.test(method)
}

const opening: ReadonlySet<string> = new Set(['views.open', 'views.push', 'views.publish'])
const posting = /^chat\.(?:post|me|startStream|appendStream|stopStream)/

function isOpening({ method }: ExportedCall): boolean {
  return opening.has(method)
}

/** Whether something else in the test shows that the call was made. */
function isShown(call: ExportedCall): boolean {
  return call.ok && (isOpening(call) || posting.test(call.method))
}

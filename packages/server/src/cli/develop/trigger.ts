import { writeOutput } from '#cli/terminal/output'
import { runAndReport } from '#cli/report'
import { toOneLine } from '#cli/terminal/escape'
import { type Colour, createPaint } from '#cli/terminal/paint'
import type { Triggered } from '#http/development/trigger/trigger'
import { recipes } from '#http/development/trigger/recipes'
import { WrongUsage } from '#cli/terminal/failure'
import { suggestion } from '#documents/didYouMean'
import { findServer, type Place } from '#cli/servers/findServer'

interface TriggerFlags extends Place {
  app?: string | undefined
  as?: string | undefined
  channel?: string | undefined
  team?: string | undefined
  list: boolean
  json: boolean
}

/** `rivulet trigger`. Returns the exit code. */
export function triggerEvent(event: string | undefined, flags: TriggerFlags): Promise<number> {
  return runAndReport(async () => {
    const { json } = flags
    if (flags.list) return writeOutput(json ? toJsonList() : toList())
    if (event === undefined) throw new WrongUsage('Which event? `rivulet trigger --list` shows them all.')
    if (!recipes.has(event))
      throw new WrongUsage(
        `There is no event ${JSON.stringify(event)}${suggestion(event, recipes.keys())} \`rivulet trigger --list\` shows them all.`,
      )
    const server = await findServer(flags)
    const { app, as: user, channel, team } = flags
    const triggered = await server.post<Triggered & { ok: true }>('/control/trigger', {
      event,
      app,
      user,
      channel,
      team,
    })
    await writeOutput(json ? `${JSON.stringify(triggered, undefined, 2)}\n` : toText(triggered))
  })
}

function toList(): string {
  const width = Math.max(...[...recipes.keys()].map((name) => name.length))
  return [...recipes].map(([name, { does }]) => `${name.padEnd(width)}  ${does}\n`).join('')
}

function toJsonList(): string {
  return `${JSON.stringify(
    [...recipes].map(([event, { does }]) => ({ event, does })),
    undefined,
    2,
  )}\n`
}

const colours: Record<Triggered['apps'][number]['state'], Colour> = {
  acknowledged: 'green',
  sent: 'yellow',
  failed: 'red',
  due: 'yellow',
  waiting: 'yellow',
  not_sent: 'faint',
}

function toText({ did, apps }: Triggered): string {
  const paint = createPaint()
  const lines = [
    ...did.map((words) => `${toOneLine(words)}.`),
    ...apps.map(({ name, state, detail, seq }) => {
      const number = seq === undefined ? '' : ` (${seq})`
      return `  ${paint(`${toOneLine(name)}: ${toOneLine(detail)}`, colours[state])}${number}`
    }),
  ]
  return `${lines.join('\n')}\n`
}

import { writeOutput } from '#cli/terminal/output'
import { printNote, runAndReport } from '#cli/report'
import { WrongUsage } from '#cli/terminal/failure'
import { createPaint } from '#cli/terminal/paint'
import { suggestion } from '#documents/didYouMean'
import type { JournalEntry } from '#http/development/journal/journalEntry'
import { errorIn } from '#http/development/journal/journalError'
import { methods } from '#methods/index'
import { followJournal } from './followJournal.ts'
import { toLine } from './journalLine.ts'
import { Names } from './names.ts'
import type { DevelopmentServer } from '#cli/servers/developmentServer'
import { findServer, type Place } from '#cli/servers/findServer'

export interface TailFlags extends Place {
  app?: string | undefined
  method?: string | undefined
  channel?: string | undefined
  errors: boolean
  after?: string | undefined
  follow: boolean
  json: boolean
}

/** `rivulet tail`. It ends with its reader, with Ctrl+C, or at the end of the journal with `--no-follow`. */
export async function tail(flags: TailFlags): Promise<number> {
  // Ctrl+C is how it ends.
  process.once('SIGINT', () => process.exit(0))
  return runAndReport(async () => {
    const after = readAfter(flags.after)
    const server = await findServer(flags)
    const names = new Names(server)
    await names.load()
    const isWanted = createFilter(flags, names)
    const paint = createPaint()
    for await (const entry of readEntries(server, flags, after)) {
      if (!isWanted(entry)) continue
      if (!flags.json) await names.know(idsIn(entry))
      await writeOutput(`${flags.json ? JSON.stringify(entry) : toLine(entry, names, paint, process.stdout.columns)}\n`)
    }
  })
}

async function* readEntries(server: DevelopmentServer, flags: TailFlags, after: number | undefined) {
  if (!flags.follow) {
    const path = `/control/journal?after=${after ?? 0}`
    yield* (await server.get<{ entries: JournalEntry[] }>(path)).entries
    return
  }
  let isFirst = true
  const find = () => {
    const found = isFirst ? Promise.resolve(server) : findServer(flags)
    isFirst = false
    return found
  }
  yield* followJournal(find, { after, onNotice: printNote })
}

function readAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new WrongUsage(`--after needs to be the number of an entry; it is ${JSON.stringify(text)}.`)
}

type Filter = (entry: JournalEntry) => boolean

/** Throws `WrongUsage` where a filter names what is not there, so that nobody waits for it in vain. */
function createFilter({ app, method, channel, errors }: TailFlags, names: Names): Filter {
  const appId = app === undefined ? undefined : names.findApp(app)
  const channelId = channel === undefined ? undefined : names.findChannel(channel)
  const isMethod = method === undefined ? undefined : toMethodFilter(method)
  return (entry) =>
    (appId === undefined || ('app' in entry && entry.app === appId)) &&
    (channelId === undefined || channelOf(entry) === channelId) &&
    (isMethod === undefined || (entry.kind === 'call' && isMethod(entry.method))) &&
    (!errors || errorIn(entry) !== undefined)
}

/** `chat.*` stands for every method that begins with `chat.`. */
function toMethodFilter(wanted: string): (method: string) => boolean {
  const [, start] = /^(.*)\*$/.exec(wanted) ?? []
  const isWanted = (name: string) => (start === undefined ? name === wanted : name.startsWith(start))
  if ([...methods.keys()].some(isWanted)) return isWanted
  throw new WrongUsage(`There is no method ${JSON.stringify(wanted)}${suggestion(wanted, methods.keys())}`)
}

function channelOf(entry: JournalEntry): unknown {
  switch (entry.kind) {
    case 'call':
      // The answer has the id where the call had a name.
      return entry.answer['channel'] ?? entry.args['channel'] ?? entry.args['channel_id']
    case 'interaction':
      return Reflect.get(Object(entry.payload['channel']), 'id') ?? entry.payload['channel_id']
    case 'delivery':
    case 'act':
      return entry.channel
  }
}

function idsIn(entry: JournalEntry): (string | undefined)[] {
  const channel = channelOf(entry)
  return [
    'app' in entry ? entry.app : undefined,
    'user' in entry ? entry.user : undefined,
    typeof channel === 'string' && channel.startsWith('C') ? channel : undefined,
  ]
}

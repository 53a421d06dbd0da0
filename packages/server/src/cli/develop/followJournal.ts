import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalEntry } from '#http/development/journal/journalEntry'
import { readEvents, type StreamEvent } from './eventStream.ts'
import type { DevelopmentServer } from '#cli/servers/developmentServer'

/** How long to wait before a server that has gone is looked for again, and the longest that grows to. Milliseconds. */
const [firstPauseMs, longestPauseMs] = [100, 2000]

interface Following {
  /** Everything up to this number is left out; all that is there when it begins if undefined. */
  after: number | undefined
  /** Tells that the server has gone, or that something was missed. */
  onNotice: (text: string) => void
}

/** Which journal it is, as the stream says first. */
interface JournalFacts {
  journal: string
  newest: number
}

/**
 * The entries of the journal, as they come, without an end. Where the server goes away, it is waited for; the journal of
 * another start is followed from its beginning. Throws only if no server is there at first.
 */
export async function* followJournal(
  findServer: () => Promise<DevelopmentServer>,
  { after, onNotice }: Following,
): AsyncGenerator<JournalEntry> {
  let server = await findServer()
  let known: string | undefined
  let last = after
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      for await (const { event, data } of await openLive(server, last ?? 0)) {
        pause = firstPauseMs
        if (event === 'missed') onNotice('The journal has dropped entries before they could be read.')
        if (event === 'message') {
          const entry: JournalEntry = JSON.parse(data)
          last = entry.seq
          yield entry
        }
        if (event !== 'journal') continue
        const { journal, newest }: JournalFacts = JSON.parse(data)
        const start = startIn(journal, newest)
        if (start === undefined) continue
        last = start
        break
      }
    } catch (error) {
      if (known === undefined) throw error
      if (pause === firstPauseMs) onNotice('The server has gone. Waiting until it is back…')
      await sleep(pause)
      // It may come back on another port.
      server = await findServer().catch(() => server)
    }
  }

  /** Where to begin in a journal instead; undefined to go on. */
  function startIn(journal: string, newest: number): number | undefined {
    const isAnother = known !== undefined && known !== journal
    known = journal
    if (isAnother) return last === 0 ? undefined : 0
    return last === undefined ? newest : undefined
  }
}

async function openLive(server: DevelopmentServer, after: number): Promise<AsyncGenerator<StreamEvent>> {
  const response = await server.open(`/control/journal/live?after=${after}`, {})
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && response.body && type.startsWith('text/event-stream')) return readLive(response.body)
  throw new Error(
    `${server.url} has no live journal: it is no development server, or one of an older version. Name one that was started with \`rivulet dev\` of this version.`,
  )
}

/** A stream that ends is one that broke off: the server never ends it before it goes itself. */
async function* readLive(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  yield* readEvents(body)
  throw new Error('The server has ended the stream.')
}

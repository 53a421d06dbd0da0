import { z } from 'zod'
import type { JournalEntry } from 'rivulet/journal'
import { factsOf } from '#inspect/filter/facts.ts'
import type { JournalStore } from './journalStore.ts'
import { forgetNames, wantNames } from './names.ts'

const journalEvent = z.object({ journal: z.string(), cleared: z.number(), oldest: z.number(), newest: z.number() })
const missedEvent = z.object({ after: z.number(), oldest: z.number() })

/** Reads the live journal into the store until it is stopped. The browser connects again by itself, from where it was. */
export function connect(store: JournalStore): () => void {
  let source: EventSource | undefined
  let known: { journal: string; cleared: number } | undefined

  function open(): void {
    source?.close()
    const opened = new EventSource('/control/journal/live?after=0')
    source = opened
    opened.addEventListener('open', () => store.setConnection('live'))
    opened.addEventListener('error', () => {
      store.setConnection('lost')
      // The browser gives up where the server answers anything but events, such as a proxy of which it is out of reach.
      if (opened.readyState === EventSource.CLOSED) setTimeout(() => source === opened && open(), 2000)
    })
    opened.addEventListener('journal', ({ data }) => {
      const { journal, cleared } = journalEvent.parse(JSON.parse(data))
      const before = known
      known = { journal, cleared }
      if (!before || (before.journal === journal && before.cleared === cleared)) return
      store.mark(before.journal === journal ? 'reset' : 'restarted')
      forgetNames()
      // The numbers begin anew, and those before the one up to which this page has read are missing.
      if (before.journal !== journal) open()
    })
    opened.addEventListener('missed', ({ data }) => {
      const { after, oldest } = missedEvent.parse(JSON.parse(data))
      store.mark('missed', oldest - after - 1)
    })
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const entry: JournalEntry = JSON.parse(data)
      store.add(entry)
      const { team, app, user, channel } = factsOf(entry)
      wantNames(team, [app, user, channel])
    })
  }

  open()
  return () => source?.close()
}

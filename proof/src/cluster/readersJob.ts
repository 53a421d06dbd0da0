import { Random } from '#load/random'
import { Readers } from './readers.ts'
import type { ReadersJob, ReadersReport } from './readersProcess.ts'

/** A process of readers: it is told what to do, and answers when all have settled. */
let origins: readonly string[] = []
let readers: Readers | undefined

process.on('disconnect', () => process.exit())
process.on('message', (message: ReadersJob) => void work(message))

async function work(message: ReadersJob): Promise<void> {
  if (message.job === 'read') {
    origins = message.origins
    readers = new Readers(() => origins, message, new Random(message.seed))
  } else if (message.job === 'move') origins = message.origins
  else if (readers) {
    const faults = await readers.settle(new Map(message.streams))
    const { reconnects, losses } = readers
    const [resumed, deltas] = [readers.sum('resumed'), readers.sum('deltas')]
    process.send?.({ faults, reconnects, resumed, deltas, losses } satisfies ReadersReport)
  }
}

import type { Journal } from '#http/development/journal/journal'

/** How many entries, and characters, are made at a time: no reader keeps the event loop or the memory busy for long. */
const mostAtOnce = { entries: 64, characters: 256 * 1024 }
/** How often something is sent when nothing happens, milliseconds. */
const quietMs = 15_000

/**
 * The journal as Server-Sent Events, from the entry after a number on, until `over`. What a reader has not taken yet is
 * read from the journal when it takes more, so a slow one holds no memory: if the journal has dropped what comes next, it is
 * told so and goes on with the oldest.
 */
export async function* liveJournal(journal: Journal, after: number, over: AbortSignal): AsyncGenerator<string> {
  // The server has started anew since.
  let cursor = after > journal.newest ? 0 : after
  let told: number | undefined
  yield 'retry: 1000\n\n'
  while (!over.aborted) {
    let text = ''
    if (told !== journal.generation) {
      told = journal.generation
      text = describe(journal)
    }
    if (cursor > 0 && cursor + 1 < journal.oldest)
      text += `event: missed\ndata: ${JSON.stringify({ after: cursor, oldest: journal.oldest })}\n\n`
    for (let i = 0; i < mostAtOnce.entries && text.length < mostAtOnce.characters; i++) {
      const [entry] = journal.after(cursor, 1)
      if (!entry) break
      cursor = entry.seq
      text += `id: ${cursor}\ndata: ${JSON.stringify(entry)}\n\n`
    }
    if (text !== '') yield text
    else if (!(await nextEntry(journal, over))) yield ':\n\n'
  }
}

/** Which journal it is: another after the server has started anew, the same but cleared after a reset. */
function describe({ id, generation, oldest, newest }: Journal): string {
  return `event: journal\ndata: ${JSON.stringify({ journal: id, cleared: generation, oldest, newest })}\n\n`
}

/** Resolves with false if there is none for a while. */
function nextEntry(journal: Journal, over: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const arrived = () => resolve(true)
  const timer = setTimeout(() => resolve(false), quietMs).unref()
  const stopListening = journal.listen(arrived)
  over.addEventListener('abort', arrived)
  return promise.finally(() => {
    clearTimeout(timer)
    stopListening()
    over.removeEventListener('abort', arrived)
  })
}

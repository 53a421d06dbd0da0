/** One event of a stream of Server-Sent Events. */
export interface StreamEvent {
  event: string
  data: string
}

/** The longest event that is read. A stream with a longer one is none of this server. */
const mostCharacters = 16 * 1024 * 1024

/** Reads Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html) until the stream ends. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true })
    const ended = rest.split(/\r?\n\r?\n/)
    rest = ended.pop() ?? ''
    if (rest.length > mostCharacters) throw new Error('The server sends an event that is too long.')
    for (const text of ended) {
      const event = parseEvent(text)
      if (event) yield event
    }
  }
}

function parseEvent(text: string): StreamEvent | undefined {
  const fields = text.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line))
  const valuesOf = (wanted: string) => fields.flatMap((field) => (field?.[1] === wanted ? (field[2] ?? '') : []))
  const data = valuesOf('data')
  return data.length === 0 ? undefined : { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}

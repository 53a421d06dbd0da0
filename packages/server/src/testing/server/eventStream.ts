import { TestRunner } from 'vitest'

export interface ServerSentEvent {
  id: string | undefined
  event: string
  data: any
}

/** Reads Server-Sent Events as they come. */
export async function openEvents(address: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(address, { headers, signal: leaving.signal })
  const events: ServerSentEvent[] = []
  let ended = false
  const reading = read().catch(() => {})
  const leave = async () => {
    leaving.abort()
    await reading
  }
  TestRunner.getCurrentTest()?.context.onTestFinished(leave)
  return {
    response,
    events,
    /** The entries of a journal among the events. */
    entries: () => events.filter(({ event }) => event === 'message').map(({ data }) => data),
    hasEnded: () => ended,
    leave,
  }

  async function read(): Promise<void> {
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (text + piece).split('\n\n')
      text = parts.pop() ?? ''
      events.push(...parts.flatMap(parse))
    }
    ended = true
  }
}

function parse(part: string): ServerSentEvent[] {
  const fields = new Map(
    part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ id: fields.get('id'), event: fields.get('event') ?? 'message', data: JSON.parse(data) }]
}

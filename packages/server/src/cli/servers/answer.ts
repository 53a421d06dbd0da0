import { Refused } from '#cli/terminal/failure'

/** What came back from a server, before anybody has read it. */
export interface Reply {
  status: number
  text: string
}

/** Reads the answer to a command's request. Throws `Refused` if the server refused it. */
export function readAnswer<T>({ status, text }: Reply): T {
  const answer: (T & { ok?: true }) | { ok: false; error?: string; detail?: string } | undefined = parseJson(text)
  if (answer?.ok === false) throw new Refused(answer.error ?? 'failed', answer.detail ?? answer.error ?? text)
  if (answer !== undefined && status < 400) return answer
  const { detail, message }: { detail?: unknown; message?: unknown } = Object(answer)
  const words = [detail, message].find((one) => typeof one === 'string')
  const why = words === undefined ? '' : `: ${words}`
  throw new Error(`The server answered with ${status}${why}.${status >= 500 ? ' Its log says why.' : ''}`)
}

/** Undefined if the text is no JSON. */
export function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

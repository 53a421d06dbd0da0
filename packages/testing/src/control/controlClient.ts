import { type Operations, routes } from './operations.generated.ts'

export type { JournalEntry, Message, Operations } from './operations.generated.ts'

/** A call of each operation of the control API: its arguments in one object, its answer. */
export type ControlClient = {
  [Name in keyof Operations]: (...args: ArgumentsOf<Operations[Name]['args']>) => Promise<Operations[Name]['answer']>
}

type ArgumentsOf<Args> = Record<never, never> extends Args ? [args?: Args] : [args: Args]

/** A server that refused an operation, or that answered what no control API answers. */
export class ControlError extends Error {
  override name = 'ControlError'
  /** `user_not_found`; `no_control_api` if the answer was none of a control API. */
  readonly code: string
  /** The HTTP status. */
  readonly status: number

  constructor(operation: string, { code, status, detail }: { code: string; status: number; detail: string }) {
    super(`${operation}: ${code}: ${detail}`)
    this.code = code
    this.status = status
  }
}

/**
 * A client of the control API of a running development server, wherever it runs, with a method for each operation of
 * `/control/openapi.json`. `url` is the address of the server, `http://127.0.0.1:7070`.
 *
 * @throws {ControlError} from each method, if the server refuses.
 */
export function controlClient(url: string): ControlClient {
  const calls = Object.entries(routes).map(([name, route]) => [name, (args?: object) => call(url, name, route, args)])
  return Object.fromEntries(calls)
}

async function call(url: string, name: string, route: string, args: object = {}): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ')
  const given = new Map(Object.entries(args).filter(([, value]) => value !== undefined))
  const target = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = encodeURIComponent(String(given.get(parameter)))
      given.delete(parameter)
      return value
    }),
    url,
  )
  const init: RequestInit = { method, redirect: 'error' }
  if (method === 'POST') {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(args)
  } else for (const [parameter, value] of given) target.searchParams.set(parameter, String(value))

  const response = await fetch(target, init)
  const text = await response.text()
  const answer = parse(text)
  if (response.ok && answer !== undefined) return answer
  const { error, detail } = { error: undefined, detail: undefined, ...answer }
  throw new ControlError(name, {
    code: typeof error === 'string' ? error : 'no_control_api',
    status: response.status,
    detail:
      typeof detail === 'string'
        ? detail
        : `${url} answered with ${response.status}. Is it a server of \`rivulet dev\`?`,
  })
}

function parse(text: string): object | undefined {
  try {
    return Object(JSON.parse(text))
  } catch {
    return undefined
  }
}

import { type Operations, routes } from './operations.generated.ts'

export type {
  JournalEntry,
  Message,
  Operations,
  ShownMessage,
  ShownView,
  WorkspaceState,
} from './operations.generated.ts'

/** A call of each operation of the control API: its arguments in one object, its answer. */
export type ControlClient = {
  [Name in keyof Operations]: (...args: ArgumentsOf<Operations[Name]['args']>) => Promise<Operations[Name]['answer']>
}

type ArgumentsOf<Args> = [keyof Args] extends [never]
  ? []
  : Record<never, never> extends Args
    ? [args?: Args]
    : [args: Args]

/** A server that refused an operation, that answered what no control API answers, or that cannot be reached. */
export class ControlError extends Error {
  override name = 'ControlError'
  /** `user_not_found`; `no_control_api` if the answer was none of a control API; `unreachable` if there was none. */
  readonly code: string
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number

  constructor(operation: string, { code, status, detail, cause }: Failure) {
    super(`${operation}: ${code}: ${detail}`, { cause })
    this.code = code
    this.status = status
  }
}

interface Failure {
  code: string
  status: number
  detail: string
  cause?: unknown
}

/**
 * A client of the control API of a running development server, wherever it runs, with a method for each operation of
 * `/control/openapi.json`. `url` is the address of the server, `http://127.0.0.1:7070`.
 *
 * @throws {ControlError} from each method, if the server refuses or cannot be reached.
 */
export function controlClient(url: string): ControlClient {
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new TypeError(`The address of a server is like http://127.0.0.1:7070; this is ${JSON.stringify(url)}.`)
  const calls = Object.entries(routes).map(([name, route]) => [name, (args?: object) => call(url, name, route, args)])
  return Object.fromEntries(calls)
}

async function call(url: string, name: string, route: string, args: object = {}): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ')
  const init: RequestInit = { method, redirect: 'error' }
  if (method === 'POST') {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(args)
  }
  const target = method === 'POST' ? new URL(path, url) : addressOf(url, name, path, args)
  const response = await fetch(target, init).catch((cause: unknown) => {
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
    throw new ControlError(name, {
      code: 'unreachable',
      status: 0,
      detail: `No server answers at ${url}: ${why}`,
      cause,
    })
  })
  const answer = parse(await response.text())
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

type Parameter = string | number | boolean

/** The address of an operation that takes parameters. A list is one parameter for each of its items. */
function addressOf(url: string, name: string, path: string, args: object): URL {
  const given = new Map<string, Parameter | readonly Parameter[]>(
    Object.entries(args).filter(([, value]) => value !== undefined),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(given.get(parameter) ?? '')
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} needs "${parameter}"; it is ${JSON.stringify(value)}.`)
    given.delete(parameter)
    return encodeURIComponent(value)
  })
  const target = new URL(filled, url)
  for (const [parameter, value] of given)
    for (const item of [value].flat()) target.searchParams.append(parameter, String(item))
  return target
}

function parse(text: string): object | undefined {
  try {
    return Object(JSON.parse(text))
  } catch {
    return undefined
  }
}

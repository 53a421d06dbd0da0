/** The version of the format. It changes when an older `rivulet compare` could not read it rightly. */
export const fixtureVersion = 1

/** The first line of a fixture. */
export interface FixtureHead {
  rivulet_fixture: number
  upstream: string
  recorded_at: string
}

export type FixtureEntry = CallRecord | SocketRecord | PassedRecord

/** One call of the Web API. */
export interface CallRecord {
  kind: 'call'
  /** Orders the entries by when they began. */
  n: number
  /** Milliseconds since the recording began. */
  at: number
  took_ms: number
  method: string
  http_method: string
  /** How the arguments were sent. */
  sent_as: 'form' | 'json' | 'query' | 'other'
  /** The type of the body; a charset in it makes a difference to some servers. */
  content_type?: string
  /** The placeholder of the token; null for none. */
  token: string | null
  args: Record<string, unknown>
  /** The HTTP status; 0 if the answer never came. */
  status: number
  /** Null if it was no JSON object. */
  answer: Record<string, unknown> | null
  /** Why there is no answer here, or not all of it. */
  note?: string
}

/** A message on a socket of an app, or its beginning or end. */
export interface SocketRecord {
  kind: 'socket'
  n: number
  at: number
  socket: number
  from: 'server' | 'app'
  what: 'open' | 'message' | 'close'
  message?: unknown
  code?: number
}

/** A request beside the Web API, such as an upload: it is counted, and not kept. */
export interface PassedRecord {
  kind: 'passed'
  n: number
  at: number
  http_method: string
  path: string
  status: number
  request_bytes: number
  answer_bytes: number
}

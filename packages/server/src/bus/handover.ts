/** A request that a person waits for, on its way to a process at which the app has a socket. */
export interface HandedRequest {
  teamId: string
  appId: string
  type: 'interactive' | 'slash_commands'
  payload: Record<string, unknown>
  /** Whether the app may answer with its acknowledgement. */
  acceptsAnswer: boolean
}

/** What became of it: the app's answer, or that there was none before the socket closed or time was up. */
export interface HandedReply {
  /** Undefined if that is not known. */
  envelopeId: string | undefined
  reply: { payload: unknown } | 'unanswered'
}

/** Hands a request to another process. Each is sent by one of them, once. */
export interface Handover {
  /**
   * Asks all other processes; the first to accept sends. Resolves to undefined if none accepts in time, and then none will.
   * `signal` aborts when the person no longer waits.
   */
  ask(request: HandedRequest, signal: AbortSignal): Promise<HandedReply | undefined>
}

/** What other processes can ask of this one. */
export interface HandoverSockets {
  /** The apps with a socket here that can take a request now. */
  readonly reachableApps: string[]
  /** Undefined if no socket of the app can take the request. */
  send(
    request: HandedRequest,
    signal: AbortSignal,
  ): { envelopeId: string; reply: Promise<HandedReply['reply']> } | undefined
}

/** What connects a node with one service. */
export interface Cable {
  /** From now on nothing arrives, not even the end of a connection. */
  cut(): Promise<void>
  heal(): Promise<void>
  /** What goes to the service takes 200 ms longer. */
  slow(isSlow: boolean): Promise<void>
}

/** Where a process runs. */
export interface Place {
  host: string
  /** What its command begins with. */
  command: readonly string[]
}

/** What the processes of a cluster run in, and what connects them. */
export interface Network {
  readonly kind: 'namespaces' | 'relays'
  /** The address at which the places reach this process. */
  readonly host: string
  createPlace(): Promise<Place>
  /** Connects a node with the service at this address. Resolves with the address that the node has to use. */
  connect(node: Place, url: string): Promise<{ url: string; cable: Cable }>
  close(): Promise<void>
}

/** How much longer a slow cable takes. */
export const slowMs = 200

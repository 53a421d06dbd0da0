export type Args = Record<string, unknown>

/** A request of the Web API before it is encoded. */
export interface MutatedCall {
  method: string
  verb: string
  args: Args
  as: 'json' | 'form' | 'multipart' | 'text' | 'query'
  charset: string
  headers: Record<string, string>
  /** Damage to the encoded bytes. */
  damage: Damage[]
}

export type Damage = { at: number; do: 'cut' | 'flip' | 'insert' | 'repeat'; bytes: Uint8Array }

/** Entries of the journal, as far as they are exported. The journal's own types fit these. */
export type ExportedEntry = ExportedCall | ExportedDelivery | ExportedInteraction | ExportedAct

export interface ExportedCall {
  kind: 'call'
  seq: number
  at: number
  request_id: string
  method: string
  team?: string | undefined
  app?: string | undefined
  user?: string | undefined
  args: Readonly<Record<string, unknown>>
  status: number
  answer: Readonly<Record<string, unknown>>
  ok: boolean
  error?: string | undefined
  /** `lost` and `cut` kept the answer, or half of it, from the app; others were carried out after it. */
  fault?: string | undefined
  took_ms: number
}

export interface ExportedDelivery {
  kind: 'delivery'
  seq: number
  at: number
  team: string
  app: string
  channel: string
  event_id: string
  event: Readonly<Record<string, unknown>>
  envelope_id?: string | undefined
  url?: string | undefined
  status?: number | undefined
  attempt: number
  outcome: string
  took_ms?: number | undefined
}

export interface ExportedInteraction {
  kind: 'interaction'
  seq: number
  at: number
  team: string
  app: string
  user: string
  type: string
  payload: Readonly<Record<string, unknown>>
  way: 'socket' | 'http'
  envelope_id?: string | undefined
  outcome: string
  answer?: unknown
  took_ms: number
}

export interface ExportedAct {
  kind: 'act'
  seq: number
  at: number
  team: string
  user: string
  act: string
  channel?: string | undefined
  ts?: string | undefined
  detail?: unknown
}

/** Who and what is in the team of the entries. */
export interface ExportDirectory {
  people: readonly { id: string; name: string }[]
  channels: readonly { id: string; name: string }[]
  apps: readonly ExportedApp[]
}

export interface ExportedApp {
  id: string
  name: string
  /** The user as whom it posts. */
  botUser?: string | undefined
  manifest?: Readonly<Record<string, unknown>> | undefined
}

import { type ErrorCode, type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api'
import type { Server } from './server.ts'

/** The official client, told nothing but where the server is. */
export function clientOf(server: Server, token = 'xoxb-acme-scout', options: WebClientOptions = {}): WebClient {
  return new WebClient(token, { slackApiUrl: server.api, logger: silent, ...options })
}

/** What the client throws for a call that was refused. */
export interface Refused extends Error {
  code: ErrorCode
  data: { ok: false; error: string; needed?: string; provided?: string; response_metadata?: Record<string, unknown> }
}

export async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  try {
    await call
  } catch (error) {
    return error as Refused
  }
  throw new Error('The call was not refused.')
}

export const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
}

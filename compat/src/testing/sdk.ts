import { type ErrorCode, type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api'
import type { Server } from './server.ts'

/** Creates the official client, which is given only a token and the address of the server. */
export function createClient(
  server: Pick<Server, 'api'>,
  token = 'xoxb-acme-scout',
  options: WebClientOptions = {},
): WebClient {
  return new WebClient(token, { slackApiUrl: server.api, logger: silentLogger, ...options })
}

/** The error that the client throws for a refused call. */
export interface RefusedCall extends Error {
  code: ErrorCode
  data: { ok: false; error: string; needed?: string; provided?: string; response_metadata?: Record<string, unknown> }
}

/** Returns the error of a call that must be refused. */
export async function getRefusal(call: Promise<unknown>): Promise<RefusedCall> {
  try {
    await call
  } catch (error) {
    return error as RefusedCall
  }
  throw new Error('The call was not refused.')
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
}

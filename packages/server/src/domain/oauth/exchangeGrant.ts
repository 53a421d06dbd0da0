import { refuseIfMoved } from '#domain/access/movedTeams'
import { hashToken } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import { authenticatePublicClient } from './clients.ts'
import { exchangeCode, renewToken, type TokenExchange } from './exchangeCode.ts'

/** What an app sends for tokens, in the words of OAuth 2. */
export interface TokenRequest {
  client_id?: string | undefined
  client_secret?: string | undefined
  grant_type: string
  code?: string | undefined
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  refresh_token?: string | undefined
}

/** Authenticates an app, and exchanges its code or its refresh token for tokens. */
export async function exchangeGrant(tx: Tx, request: TokenRequest): Promise<TokenExchange> {
  const secret = request.grant_type === 'refresh_token' ? request.refresh_token : request.code
  const hash = hashToken(secret ?? '')
  // [NOD-11] The app comes and goes with its team, so the client id may be unknown too.
  await refuseIfMoved(tx, hash)
  try {
    return await exchange(tx, request)
  } catch (error) {
    // The team may have left meanwhile.
    if (error instanceof Refusal) await refuseIfMoved(tx, hash)
    throw error
  }
}

async function exchange(tx: Tx, request: TokenRequest): Promise<TokenExchange> {
  const { app, isProven } = await authenticatePublicClient(tx, request.client_id, request.client_secret)
  const { grant_type: grant, code = '', refresh_token: refreshToken = '', redirect_uri, code_verifier } = request
  if (grant === 'refresh_token') return renewToken(tx, app, refreshToken, { isProven })
  if (grant === 'authorization_code')
    return exchangeCode(tx, app, code, redirect_uri, { isProven, verifier: code_verifier })
  throw new Refusal('invalid_grant_type', `"grant_type": ${JSON.stringify(grant)} is not a known grant type.`)
}

import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { findServerSecret, provideServerSecret } from '#domain/access/serverSecrets'
import { hashToken } from '#domain/ids'
import type { Db, Tx } from '#store/db'

/** [APP-21] The claims as a JSON Web Token, signed with the key of this server (RS256). */
export async function signIdToken(tx: Tx, claims: object): Promise<string> {
  const key = await findOrCreateKey(tx)
  const header = { alg: 'RS256', typ: 'JWT', kid: toPublicKey(key).kid }
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`
}

/** [APP-21] The public half of the key, as a JSON Web Key. */
export function toPublicKey(key: string) {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { kty: 'RSA', n, e, use: 'sig', alg: 'RS256', kid: hashToken(n).slice(0, 16) }
}

/** The key, as PEM. It stays the same, so that tokens remain valid after a restart and for every process. */
export function findOrCreateKey(tx: Tx): Promise<string> {
  return provideServerSecret(tx, 'openid_key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  })
}

export function findKey(db: Db): Promise<string | undefined> {
  return findServerSecret(db, 'openid_key')
}

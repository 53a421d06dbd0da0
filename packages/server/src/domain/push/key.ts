import { createECDH } from 'node:crypto'
import { findServerSecret, provideServerSecret } from '#domain/access/serverSecrets'
import type { Db, Tx } from '#store/db'

/** The keys with which the server shows push services who it is, in base64url. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

/** [NTF-8] The key of the server; undefined before its first start. */
export async function findPushKey(db: Db): Promise<PushKey | undefined> {
  const stored = await findServerSecret(db, 'push_key')
  return stored === undefined ? undefined : parse(stored)
}

export async function providePushKey(tx: Tx): Promise<PushKey> {
  return parse(await provideServerSecret(tx, 'push_key', createKey))
}

function createKey(): string {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys('base64url')
  // Zeros at its beginning are left out by `getPrivateKey`.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return JSON.stringify({ publicKey, privateKey } satisfies PushKey)
}

function parse(stored: string): PushKey {
  const key: PushKey = JSON.parse(stored)
  return key
}

import { expect, test } from 'vitest'
import { explainFailure } from './explainFailure.ts'

test('[OPS-9] a certificate that is not trusted is told with the setting that names its authority', () => {
  const flag = 'if the root CA is installed locally, try running Node.js with --use-system-ca'
  const failure = Object.assign(new Error(`self-signed certificate; ${flag}`), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(explainFailure(failure, 'postgres://ana:secret@db/chat?sslmode=verify-full').message).toBe(
    'PostgreSQL at db:5432 and this server do not agree on TLS: self-signed certificate. Correct sslmode and sslrootcert in --store. If an authority of your own has signed the certificate, name its file: ?sslmode=verify-full&sslrootcert=FILE.',
  )
})

test('[OPS-9] what a pooler refuses is told with what to do', () => {
  const refused = (reason: string) =>
    explainFailure(Object.assign(new Error(reason), { code: '08P01' }), 'postgres://ana:secret@db:6432/chat').message
  expect(refused('no such database: chat')).toBe(
    'What is in front of PostgreSQL at db:6432 refuses the connection: no such database: chat. Correct the address in --store, or the settings of what is in front.',
  )
  expect(refused('unsupported startup parameter: options')).toContain(
    'alter role ROLE in database NAME set search_path',
  )
})

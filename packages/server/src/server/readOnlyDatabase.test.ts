import { expect, test } from 'vitest'
import { openAsOwnUser } from '#testing/database/ownUser'
import { postgres } from '#testing/database/postgres'
import { startServer } from '#testing/server/server'

test.skipIf(!postgres)('[FLT-6] a server whose database can only be read is not ready, and says why', async () => {
  const { store, alter } = await openAsOwnUser()
  const { request } = await startServer({ store })
  const ready = async () => {
    const { status, body } = await request('GET', '/health/ready')
    return { status, reasons: body['reasons'] }
  }
  expect(await ready()).toEqual({ status: 200, reasons: [] })

  await alter('set default_transaction_read_only = on')
  await expect.poll(ready).toEqual({ status: 503, reasons: ['The database can only be read.'] })

  await alter('reset default_transaction_read_only')
  await expect.poll(ready).toEqual({ status: 200, reasons: [] })
})

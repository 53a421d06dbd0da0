import { expect, test } from 'vitest'
import { hashToken } from '#domain/ids'
import type { Store } from '#store/db'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { deleteApp, saveApp, getAppDetails } from './manage.ts'

const heron = {
  display_information: { name: 'Heron' },
  settings: { socket_mode_enabled: true },
  oauth_config: { scopes: { bot: ['chat:write'] } },
}
const acme = { team: 'acme' }

onBothDatabases('an app that the operator manages', (open) => {
  async function scopesOf(store: Store, token = '') {
    const row = await store.db
      .selectFrom('tokens')
      .select(['scopes', 'revoked'])
      .where('hash', '=', hashToken(token))
      .executeTakeFirst()
    return row?.revoked ? 'revoked' : row?.scopes
  }

  test('[APP-1, APP-2, APP-3, APP-10] is installed, updated, uninstalled and installed again', async () => {
    const { store } = await createWorkspace({ store: await open() })
    const first = await store.write((tx) => saveApp(tx, heron, acme, 'make'))
    expect(first).toMatchObject({ updated: false, installedBy: 'ana', scopes: ['chat:write'] })
    expect(await scopesOf(store, first.tokens.bot)).toEqual(['chat:write'])
    expect(await scopesOf(store, first.tokens.app)).toEqual(['connections:write'])

    const more = { ...heron, oauth_config: { scopes: { bot: ['chat:write', 'users:read'] } } }
    const second = await store.write((tx) => saveApp(tx, more, acme, 'make'))
    expect(second).toMatchObject({ updated: true, id: first.id, tokens: first.tokens })
    expect(await scopesOf(store, first.tokens.bot)).toEqual(['chat:write', 'users:read'])

    await store.write((tx) => deleteApp(tx, { ...acme, app: 'heron' }))
    expect(await scopesOf(store, first.tokens.bot)).toBe('revoked')
    await expect(store.write((tx) => getAppDetails(tx, { ...acme, app: 'heron' }, 'find'))).rejects.toThrow(
      'app_not_found',
    )

    const third = await store.write((tx) => saveApp(tx, more, acme, 'make'))
    expect(third.updated).toBe(false)
    expect(third.tokens.bot).not.toBe(first.tokens.bot)
  })
})

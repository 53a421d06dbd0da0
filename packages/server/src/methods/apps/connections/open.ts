import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { issueSocketTicket } from '#domain/apps/socketTickets'
import { writingMethod } from '#rpc/method'

export const open = writingMethod('apps.connections.open', {
  summary: 'Returns an address where the app opens one WebSocket, to receive events over Socket Mode.',
  tokens: ['app'],
  scopes: ['connections:write'],
  rate: 'tier3',
  secret: true,
  args: z.object({}),
  result: z.object({ url: z.string().describe('Valid for one connection, within 30 seconds.') }),
  errors: {},

  async handle(_args, { caller, db }) {
    const { app, tokenHash = '' } = requireApp(caller)
    const query = new URLSearchParams({ ticket: await issueSocketTicket(db, app, tokenHash), app_id: app.id })
    return { url: `${db.cache.publicUrl.replace(/^http/, 'ws')}/link/?${query.toString()}` }
  },
})

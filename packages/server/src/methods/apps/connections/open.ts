import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { issueTicket } from '#domain/apps/socketTickets'
import { writingMethod } from '#rpc/method'

export const open = writingMethod('apps.connections.open', {
  summary: 'Answers an address where the app opens one WebSocket, to be told of events over Socket Mode.',
  tokens: ['app'],
  scopes: ['connections:write'],
  rate: 'tier3',
  secret: true,
  args: z.object({}),
  result: z.object({ url: z.string().describe('Good for one socket, within 30 seconds.') }),
  errors: {},

  async handle(_args, { caller, db }) {
    const { app, tokenHash = '' } = asApp(caller)
    const query = new URLSearchParams({ ticket: await issueTicket(db, app, tokenHash), app_id: app.id })
    return { url: `${db.memory.publicUrl.replace(/^http/, 'ws')}/link/?${query.toString()}` }
  },
})

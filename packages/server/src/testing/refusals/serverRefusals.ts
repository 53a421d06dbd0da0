import type { Method } from '#rpc/method'
import { wrongArgs } from '#testing/calls/minimalArgs'
import { tokenFor } from '#testing/calls/tokens'
import { acmeIds } from '#testing/workspace/acme'
import type { Workspace } from '#testing/workspace/workspace'
import { type CommonRefusal, isWriting } from './commonRefusal.ts'

/** Refusals because of the state of the server. */
export const serverRefusals = {
  service_unavailable: {
    'the server shuts down': { prepare: ({ state }) => (state.draining = true), status: 503, detail: 'going down' },
    'its database is out of reach': {
      prepare: disconnectStore,
      status: 503,
      isUnexpected: true,
      detail: 'out of reach',
    },
  },
  internal_error: { 'a missing column': { prepare: breakTable, isUnexpected: true, detail: 'request id' } },
  fatal_error: {
    'a commit that fails': {
      appliesTo: isWriting,
      prepare: closeStore,
      isUnexpected: true,
      detail: 'nothing was written',
    },
  },
} satisfies Record<string, Record<string, CommonRefusal>>

function disconnectStore({ api, store }: Workspace): void {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const fail = () => {
    throw refused
  }
  api.store = { ...store, db: Object.assign(Object.create(store.db), { selectFrom: fail }), write: async () => fail() }
  store.db.cache.clear()
}

async function breakTable({ store }: Workspace): Promise<void> {
  await store.db.schema.alterTable('meta').renameColumn('value', 'gone').execute()
  store.db.cache.clear()
}

/** Answers from the cache still work; the commit fails. */
async function closeStore({ store, post }: Workspace, method: Method): Promise<void> {
  await post(method, wrongArgs(method), { token: tokenFor(method, acmeIds) })
  await store.close()
}

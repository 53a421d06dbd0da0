import { done, isDone } from './answers.ts'
import type { ControlContext } from './context.ts'
import { routesFor } from './route.ts'

const route = routesFor<Pick<ControlContext, 'faults' | 'journal' | 'hints' | 'store' | 'reset'>>()

export const resetRoutes = [
  route({
    method: 'POST',
    path: '/control/reset',
    name: 'reset',
    summary: 'Restores the state of the workspace file: messages, the clock, faults, the journal.',
    answer: done,
    errors: {},
    async handle(_request, { faults, journal, hints, store, reset }) {
      faults.beginReset()
      store.db.clock.reset()
      await reset()
      faults.endReset()
      // What happened until now belongs to the state before.
      journal.clear()
      hints?.clear()
      return isDone
    },
  }),
]

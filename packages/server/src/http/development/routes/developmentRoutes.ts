import { clockRoutes } from '#http/development/clockRoutes'
import { commandRoutes } from '#http/development/commands/commandRoutes'
import { faultRoutes } from '#http/development/faults/faultRoutes'
import { functionRoutes } from '#http/development/functionRoutes'
import { interactionRoutes } from '#http/development/interactionRoutes'
import { liveRoutes } from '#http/development/inspector/liveRoute'
import { meaningRoutes } from '#http/development/inspector/meaningRoutes'
import { kitRoutes } from '#http/development/kit/kitRoutes'
import { lookRoutes } from '#http/development/kit/lookRoutes'
import { observationRoutes } from '#http/development/observationRoutes'
import { personRoutes } from '#http/development/personRoutes'
import { replayRoutes } from '#http/development/replay/replayRoutes'
import { stateRoutes } from '#http/development/state/stateRoutes'
import { workspaceRoutes } from '#http/development/workspaces/workspaceRoutes'
import type { ControlContext } from './context.ts'
import { documentRoutes } from './documentRoutes.ts'
import { resetRoutes } from './resetRoutes.ts'
import type { ControlRoute } from './route.ts'

/** The routes of a development server alone. New ones are declared in a file of their own and listed here. */
export const developmentRoutes: readonly ControlRoute<ControlContext>[] = [
  ...documentRoutes,
  ...resetRoutes,
  ...workspaceRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...functionRoutes,
  ...personRoutes,
  ...interactionRoutes,
  ...observationRoutes,
  ...stateRoutes,
  ...liveRoutes,
  ...meaningRoutes,
  ...replayRoutes,
  ...lookRoutes,
  ...kitRoutes,
  ...commandRoutes,
]

import { appScreens } from './table/apps.ts'
import { conversationScreens } from './table/conversations.ts'
import { dialogScreens } from './table/dialogs.ts'
import { inspectorScreens } from './table/inspector.ts'
import { stateScreens } from './table/states.ts'
import type { Screens } from './stage.ts'

/**
 * Every screen and state of the web client. `npm run screens` makes pictures of them, and the browser tests look for what
 * excludes people from them. A new screen is a new line in one of these tables.
 */
export const screens: Screens = {
  ...conversationScreens,
  ...dialogScreens,
  ...appScreens,
  ...inspectorScreens,
  ...stateScreens,
}

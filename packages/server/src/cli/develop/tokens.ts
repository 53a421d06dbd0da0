import { readSecret } from '#cli/administration/readPassword'
import { Refused, WrongUsage } from '#cli/terminal/failure'
import { maskTokens } from '#http/api/secrets'
import type { Method } from '#rpc/method'
import type { DevelopmentServer } from '#cli/servers/developmentServer'

interface WhoCalls {
  as?: string | undefined
  team?: string | undefined
  method?: Method | undefined
}

interface AppOfServer {
  app: { name: string; tokens: { bot?: string; app?: string } }
}

/**
 * Finds the token for a call. `as` is a token, `-` for standard input, or names an app or a person. Without it, the token comes
 * from the environment, or is that of the only app. Undefined if the method needs none.
 */
export async function findToken(
  server: DevelopmentServer,
  { as, team, method }: WhoCalls,
): Promise<string | undefined> {
  if (as === '-') return readSecret('Token: ')
  if (as !== undefined) return maskTokens(as) === as ? tokenOf(server, as, team, method) : as
  if (method?.tokens === 'none') return undefined
  const given = process.env['RIVULET_TOKEN'] || process.env['SLACK_BOT_TOKEN']
  return given || tokenOfApp(server, undefined, team, method)
}

async function tokenOf(server: DevelopmentServer, name: string, team?: string, method?: Method): Promise<string> {
  try {
    return await tokenOfApp(server, name, team, method)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'app_not_found') throw error
    const person = server.post<{ token: string }>('/control/users/token', { team, user: name })
    return (await person.catch((refused: unknown) => Promise.reject(neither(name, error, refused)))).token
  }
}

async function tokenOfApp(server: DevelopmentServer, app?: string, team?: string, method?: Method): Promise<string> {
  const { app: found } = await server.post<AppOfServer>('/control/apps/environment', { app, team })
  const isOfApp = method !== undefined && method.tokens !== 'none' && !method.tokens.includes('bot')
  const token = isOfApp && method.tokens.includes('app') ? found.tokens.app : found.tokens.bot
  if (token !== undefined) return token
  throw new WrongUsage(
    `${found.name} has no token of the kind that ${method?.name ?? 'this'} takes. Check the scopes and socket_mode_enabled in its manifest, or name another app or a person with --as.`,
  )
}

function neither(name: string, noApp: Refused, error: unknown): unknown {
  if (!(error instanceof Refused) || error.code !== 'user_not_found') return error
  return new WrongUsage(`${JSON.stringify(name)} is neither an app nor a person: ${noApp.message} ${error.message}`)
}

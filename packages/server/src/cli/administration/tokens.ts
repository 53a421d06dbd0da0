import type { TokenFacts } from '#domain/access/listTokens'
import { createOperatorCall } from '#cli/servers/operatorClient'
import { runAndReport } from '#cli/report'
import type { AdministrationFlags } from './people.ts'
import { clean, formatTime, printJson, printTable } from './print.ts'
import { readSecret } from './readPassword.ts'

interface TokenFlags extends AdministrationFlags {
  app?: string | undefined
}

/** `rivulet token list`. Returns the exit code. */
export function listTokens({ url, team, json, settings, app, all }: TokenFlags & { all: boolean }): Promise<number> {
  return runAndReport(async () => {
    const call = createOperatorCall(settings, url)
    const { tokens } = await call<{ tokens: TokenFacts[] }>('/control/tokens/list', { team, app, all })
    if (json) return printJson(tokens)
    const head = ['ID', 'KIND', 'APP', 'TEAM', 'PERSON', 'MADE', 'ENDS IN', 'STATE', 'SCOPES']
    printTable([head, ...tokens.map(toRow)])
  })
}

/** `rivulet token revoke`. With `-`, the token itself is read from standard input. Returns the exit code. */
export function revokeToken(name: string, { url, team, json, settings, app }: TokenFlags): Promise<number> {
  return runAndReport(async () => {
    const call = createOperatorCall(settings, url)
    const body = { team, app, token: name === '-' ? await readSecret('Token: ') : name }
    const { token } = await call<{ token: TokenFacts }>('/control/tokens/revoke', body)
    if (json) return printJson(token)
    const whose = token.app ? ` of ${clean(token.app.name)}` : token.person ? ` of ${clean(token.person.name)}` : ''
    process.stdout.write(`The ${token.kind} token ${token.id}${whose} is revoked.\n`)
  })
}

function toRow({ id, kind, app, team, person, scopes, created_at, last_four, state }: TokenFacts): string[] {
  const made = created_at === null ? '-' : formatTime(created_at)
  const names = [app?.name ?? '-', team ?? '-', person?.name ?? '-']
  return [id, kind, ...names, made, last_four === null ? '-' : `…${last_four}`, state, scopes.join(',') || '-']
}

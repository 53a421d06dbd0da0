import type { Command } from 'commander'
import { addLocationOptions, toSettings } from './options.ts'

/** `rivulet user` and `rivulet token`. */
export function addPeopleCommands(program: Command): void {
  const user = program.command('user').description('Manages the people of a team: adds them, locks them out.')
  define(user.command('list').description('Lists everybody, with the number of their sessions.'))
    .addHelpText('after', '\nExample:\n  rivulet user list --team acme')
    .action(async (flags: Flags) => done((await people()).listUsers(toAdministration(flags))))
  define(user.command('add').description('Adds a person. The password is asked for, or read from standard input.'))
    .argument('<email>', 'the address they sign in with')
    .option('--name <name>', 'the name (default what stands before the @)')
    .option('--real-name <name>', 'the name that is shown (default the name)')
    .option('--admin', 'with the rights of an admin')
    .option('--no-password', 'without a password: they cannot sign in yet')
    .addHelpText('after', '\nExample:\n  rivulet user add ana@acme.example --real-name "Ana Lima"')
    .action(async (email: string, flags: Flags) => {
      const { name, realName, admin, password } = flags
      const given = { name, realName, admin: admin === true, withPassword: password !== false }
      await done((await people()).addUser(email, { ...toAdministration(flags), ...given }))
    })
  ofPerson(user.command('deactivate').description('Locks a person out at once: ends sessions, feeds and tokens.'))
    .addHelpText('after', '\nExample:\n  rivulet user deactivate eve@acme.example')
    .action(async (name: string, flags: Flags) => done((await people()).deactivateUser(name, toAdministration(flags))))
  ofPerson(user.command('activate').description('Lets a person in again. What ended does not come back.'))
    .addHelpText('after', '\nExample:\n  rivulet user activate eve@acme.example')
    .action(async (name: string, flags: Flags) => done((await people()).activateUser(name, toAdministration(flags))))
  ofPerson(
    user
      .command('set-password')
      .description('Sets a password, which is asked for or read from standard input, and ends all sessions.'),
  )
    .addHelpText('after', '\nExample:\n  rivulet user set-password ana')
    .action(async (name: string, flags: Flags) => done((await people()).setUserPassword(name, toAdministration(flags))))
  ofPerson(user.command('sessions').description('Lists the browsers that a person is signed in with.'))
    .addHelpText('after', '\nExample:\n  rivulet user sessions ana')
    .action(async (name: string, flags: Flags) =>
      done((await people()).listUserSessions(name, toAdministration(flags))),
    )
  ofPerson(user.command('sign-out').description('Ends all sessions of a person, or one.'))
    .option('--session <id>', 'only this one')
    .addHelpText('after', '\nExample:\n  rivulet user sign-out ana')
    .action(async (name: string, flags: Flags) => {
      const session = flags.session === undefined ? {} : { session: flags.session }
      await done((await people()).signUserOut(name, { ...toAdministration(flags), ...session }))
    })
  addTokenCommands(program)
}

function addTokenCommands(program: Command): void {
  const token = program.command('token').description('Lists tokens, and revokes them.')
  define(token.command('list').description('Lists tokens, which are named by an id and never shown.'))
    .option('--app <app>', 'those of this app, by name or id')
    .option('--all', 'revoked and expired ones, too')
    .addHelpText('after', '\nExample:\n  rivulet token list --app scout')
    .action(async (flags: Flags) => {
      const { listTokens } = await import('#cli/administration/tokens')
      await done(listTokens({ ...toAdministration(flags), app: flags.app, all: flags.all === true }))
    })
  define(token.command('revoke').description('Revokes a token at once, with the sockets that it opened.'))
    .argument('<token>', 'its id or last four characters, or - to read the token itself from standard input')
    .option('--app <app>', 'the app of the token, by name or id')
    .addHelpText('after', '\nExample:\n  rivulet token revoke 3f2a9c01d4e7')
    .action(async (name: string, flags: Flags) => {
      const { revokeToken } = await import('#cli/administration/tokens')
      await done(revokeToken(name, { ...toAdministration(flags), app: flags.app }))
    })
}

/** What commander makes of the flags. */
interface Flags extends Record<string, unknown> {
  url?: string
  team?: string
  json?: boolean
  name?: string
  realName?: string
  admin?: boolean
  password?: boolean
  session?: string
  app?: string
  all?: boolean
}

function define(command: Command): Command {
  return addLocationOptions(command).option('--json', 'print JSON')
}

function ofPerson(command: Command): Command {
  return define(command).argument('<person>', 'by e-mail, name or id')
}

function toAdministration({ url, team, json, ...flags }: Flags) {
  return { url, team, json: json === true, settings: toSettings(flags) }
}

function people() {
  return import('#cli/administration/people')
}

async function done(code: Promise<number>): Promise<void> {
  process.exitCode = await code
}

import { create } from '#methods/usergroups/create'
import { disable } from '#methods/usergroups/disable'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { type CallContext, newName } from './callContext.ts'

/** Valid calls of the methods about people and user groups. */
export const peopleRows = {
  'openid.connect.token': ({ store, team, user }: CallContext) =>
    createOAuthCode({ store, team, user, scopes: [], userScopes: ['openid'] }),
  'usergroups.create': () => ({ name: newName() }),
  'usergroups.disable': async (context: CallContext) => ({ usergroup: await createUsergroup(context) }),
  'usergroups.enable': async (context: CallContext) => {
    const usergroup = await createUsergroup(context)
    await context.call(disable, { usergroup }, { token: context.botToken })
    return { usergroup }
  },
  'usergroups.update': async (context: CallContext) => ({
    usergroup: await createUsergroup(context),
    description: context.text,
  }),
  'usergroups.users.list': async (context: CallContext) => ({ usergroup: await createUsergroup(context) }),
  'usergroups.users.update': async (context: CallContext) => ({
    usergroup: await createUsergroup(context),
    users: context.user,
  }),
  'users.profile.set': ({ text }: CallContext) => ({ profile: { title: text } }),
  // A GIF of one pixel.
  'users.setPhoto': () => ({ image: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }),
  'users.setPresence': () => ({ presence: 'away' }),
}

async function createUsergroup({ call, botToken }: CallContext): Promise<string | undefined> {
  return (await call(create, { name: newName() }, { token: botToken })).usergroup?.id
}

/** One of these lets an app see conversations, of each kind its own. */
export const readScopes = ['channels:read', 'groups:read', 'im:read', 'mpim:read']
/** One of these lets an app read messages, of each kind of conversation its own. */
export const historyScopes = ['channels:history', 'groups:history', 'im:history', 'mpim:history']
/** One of these lets an app change conversations and who is in them, of each kind its own. */
export const manageScopes = ['channels:manage', 'channels:write', 'groups:write', 'im:write', 'mpim:write']

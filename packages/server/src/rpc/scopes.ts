/** With one of these an app may read channels; each scope is for one kind of channel. */
export const readScopes = ['channels:read', 'groups:read', 'im:read', 'mpim:read']
/** With one of these an app may read messages; each scope is for one kind of channel. */
export const historyScopes = ['channels:history', 'groups:history', 'im:history', 'mpim:history']
/** With one of these an app may change channels and their members; each scope is for one kind of channel. */
export const manageScopes = ['channels:manage', 'channels:write', 'groups:write', 'im:write', 'mpim:write']
/** With these an app may search for a person; each scope is for one kind of channel or content. */
export const searchScopes = [
  'search:read.public',
  'search:read.private',
  'search:read.im',
  'search:read.mpim',
  'search:read.files',
  'search:read.users',
]
/** With one of these an app may open and close direct messages. */
export const directScopes = ['im:write', 'channels:manage', 'groups:write', 'mpim:write']

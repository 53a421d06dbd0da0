/** What any method may answer: the shared checks, before a method's own. */
export const commonErrors = {
  unknown_method: {
    wrong: 'There is no method of this name.',
    cause: 'The address names a method that this server does not have, or misspells one; `req_method` says which.',
    remedy: 'Look the name up in the list of methods.',
  },
  deprecated_endpoint: {
    wrong: 'The endpoint is deprecated.',
    cause: 'The setting `methods.<name>.endpoint_deprecated` is on.',
    remedy: 'Call the method that took its place.',
  },
  method_deprecated: {
    wrong: 'The method is deprecated.',
    cause: 'The setting `methods.<name>.deprecated` is on.',
    remedy: 'Call the method that took its place.',
  },
  service_unavailable: {
    wrong: 'The server is going down, or its store is out of reach.',
    cause: 'The process was told to stop, or PostgreSQL does not answer. It comes with HTTP 503.',
    remedy: 'Try again in a moment. Nothing was written.',
  },
  invalid_post_type: {
    wrong: 'The Content-Type is none of the four that are read, or the verb does not fit.',
    cause: 'Another Content-Type than form, multipart, JSON or text; or GET on a method that writes.',
    remedy: 'Send POST with `application/json; charset=utf-8` or a form.',
  },
  missing_post_type: {
    wrong: 'There is a body and no Content-Type.',
    cause: 'The HTTP client sends none by itself.',
    remedy: 'Say what the body is: `Content-Type: application/json; charset=utf-8`.',
  },
  invalid_charset: {
    wrong: 'The charset is neither utf-8 nor iso-8859-1.',
    cause: 'The Content-Type names another charset.',
    remedy: 'Send UTF-8.',
  },
  invalid_form_data: {
    wrong: 'The form or multipart body cannot be decoded.',
    cause: 'A `%` that begins no byte, a multipart body without its boundary, or a part that is cut off.',
    remedy: 'Let the HTTP client encode the form.',
  },
  invalid_json: {
    wrong: 'The body is not JSON.',
    cause: 'The Content-Type says JSON, and the body does not parse.',
    remedy: 'Make the body with a JSON encoder, or name the type that it has.',
  },
  json_not_object: {
    wrong: 'The body is JSON, but not an object.',
    cause: 'An array, a string or a number stands where the arguments belong.',
    remedy: 'Send one object whose keys are the arguments.',
  },
  request_timeout: {
    wrong: 'The body is missing or cut off.',
    cause: 'It ended before its Content-Length, or did not come within 10 seconds.',
    remedy: 'Send it again, and look for a proxy that holds or cuts bodies.',
  },
  invalid_arg_name: {
    wrong: 'An argument has a name that no argument can have.',
    cause: 'A name over 255 characters, or with something else than letters, digits and underscores in it.',
    remedy: 'Rename or drop the argument that `detail` names.',
  },
  invalid_array_arg: {
    wrong: 'An array stands where a string is expected.',
    cause: 'A form that has `name[]` or `name[0]`, or a JSON array for an argument that takes text.',
    remedy: 'Send one string, or JSON in a string where the argument takes a list.',
  },
  invalid_arguments: {
    wrong: 'An argument is missing or of the wrong shape.',
    cause: 'The arguments do not fit what the method declares; each fault has a line in `response_metadata.messages`.',
    remedy: 'Mend what the lines name; JSON pointers in them say where.',
  },
  not_authed: {
    wrong: 'There is no token.',
    cause: 'Neither the header nor the body has one. One in the address counts as none, since addresses are logged.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  invalid_auth: {
    wrong: 'The token is unknown, or its app may not be used from this address.',
    cause: 'Nobody was ever given this token, or the app’s `allowed_ips` do not hold the caller’s address.',
    remedy: 'Compare the token with the workspace file, and the address with `allowed_ips`.',
  },
  token_expired: {
    wrong: 'The token has expired.',
    cause: 'Its `expires_at` has passed.',
    remedy: 'Get a new token.',
  },
  token_revoked: {
    wrong: 'The token was revoked, or its person, team or app is gone.',
    cause: 'It is `revoked`, or it is a user token whose owner, team or app was deleted.',
    remedy: 'Install the app anew, and use the token of that.',
  },
  account_inactive: {
    wrong: 'The bot user, its team or its installation is gone.',
    cause: 'A bot token whose bot user or team was deleted, or whose app is installed there no more.',
    remedy: 'Install the app in a team that is there, and use the token of that.',
  },
  team_added_to_org: {
    wrong: 'The team is joining an enterprise.',
    cause: 'The team’s `state` is `joining_org`.',
    remedy: 'Wait until it has joined, then try again.',
  },
  org_login_required: {
    wrong: 'The team is being migrated.',
    cause: 'The team’s `state` is `migrating`.',
    remedy: 'Wait until it is done, then try again.',
  },
  accesslimited: {
    wrong: 'The method is limited to other networks.',
    cause: 'The team’s `networks`, for this method or for all, do not hold the caller’s address.',
    remedy: 'Call from one of these networks, or let an administrator add yours.',
  },
  access_denied: {
    wrong: 'Access to something in the request is denied.',
    cause:
      'The app is among the `blocked_apps` of the channel; or it asks for a socket and its manifest does not have `settings.socket_mode_enabled: true`.',
    remedy: 'Let an administrator of the channel take the app off that list; set it in the manifest.',
  },
  two_factor_setup_required: {
    wrong: 'The team asks for two-factor authentication.',
    cause: 'The person of the token has not set it up; for a bot it is who installed the app.',
    remedy: 'That person sets it up.',
  },
  not_allowed_token_type: {
    wrong: 'The method does not take this kind of token.',
    cause: 'A token of another kind than the page of the method names.',
    remedy: 'Use a token of the right kind; most methods take a bot token (`xoxb-`).',
  },
  enterprise_is_restricted: {
    wrong: 'The method cannot be called for a whole enterprise.',
    cause: 'An org-wide token, and `methods.<name>.enterprise` is false.',
    remedy: 'Use the token of one team.',
  },
  missing_scope: {
    wrong: 'The token lacks a scope.',
    cause: 'It has none of the scopes in `needed`; `provided` lists what it has.',
    remedy: 'Add the scope to the app’s manifest and to the token.',
  },
  ratelimited: {
    wrong: 'Too many calls; `Retry-After` says when to come back.',
    cause: 'The app has used up the method’s limit in this team. It comes with HTTP 429.',
    remedy: 'Wait as many seconds as `Retry-After` says; the official SDKs do by themselves.',
  },
  team_access_not_granted: {
    wrong: 'The token lacks access to the team.',
    cause: 'An org-wide token whose `teams_granted` lacks the team of the channel.',
    remedy: 'Let an administrator grant the app access to that team.',
  },
  no_permission: {
    wrong: 'The app is not a member of the conversation.',
    cause: 'The channel is public, and nobody has invited the app.',
    remedy: 'Invite the app into the channel.',
  },
  ekm_access_denied: {
    wrong: 'The administrators suspended posting in the channel or the team.',
    cause: 'The channel or the team is `suspended`; `detail` says which.',
    remedy: 'Ask an administrator; there is nothing that an app can do.',
  },
  internal_error: {
    wrong: 'Something went wrong in the server.',
    cause: 'A defect. The transaction was undone, so nothing was written.',
    remedy: 'Look into the server’s log: it has a stack under the answer’s `x-request-id`. Please report it.',
  },
  fatal_error: {
    wrong: 'Something went badly wrong in the server.',
    cause: 'The database refused the commit, because a disk is full or broken. Nothing was written.',
    remedy: 'Look at the disk and at the server’s log, then try again.',
  },
} as const

export type CommonError = keyof typeof commonErrors

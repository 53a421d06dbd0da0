/** What every method may answer: the errors of the checks before its own. */
export const commonErrors = {
  unknown_method: {
    wrong: 'There is no method with this name.',
    cause:
      'The address misspells a method, or names one that this server does not have. `req_method` repeats the name.',
    remedy: 'Look the name up in the list of methods.',
  },
  deprecated_endpoint: {
    wrong: 'The endpoint is deprecated.',
    cause: 'The setting `methods.<name>.endpoint_deprecated` is on.',
    remedy: 'Call the method that replaces it.',
  },
  method_deprecated: {
    wrong: 'The method is deprecated.',
    cause: 'The setting `methods.<name>.deprecated` is on.',
    remedy: 'Call the method that replaces it.',
  },
  service_unavailable: {
    wrong: 'The server is going down, its database is out of reach, or the team is in another database.',
    cause:
      'The process was told to stop, PostgreSQL does not answer, or the team is being moved or has moved. The HTTP status is 503.',
    remedy:
      'Try again in a moment. With `Retry-After` nothing was done; without it nobody knows, and an `Idempotency-Key` keeps the call from taking effect twice.',
  },
  invalid_post_type: {
    wrong: 'The Content-Type or the HTTP method is not supported.',
    cause: 'The Content-Type is not form, multipart, JSON or text; or GET was used for a method that writes.',
    remedy: 'Send POST with `application/json; charset=utf-8` or a form.',
  },
  missing_post_type: {
    wrong: 'The call has a body and no Content-Type.',
    cause: 'The HTTP client does not set it automatically.',
    remedy: 'Set it, for example `Content-Type: application/json; charset=utf-8`.',
  },
  invalid_charset: {
    wrong: 'The charset is neither utf-8 nor iso-8859-1.',
    cause: 'The Content-Type names another charset.',
    remedy: 'Send UTF-8.',
  },
  invalid_form_data: {
    wrong: 'The form or multipart body cannot be decoded.',
    cause: 'A `%` is not followed by two hexadecimal digits, the multipart boundary is missing, or a part is cut off.',
    remedy: 'Let the HTTP client encode the form.',
  },
  invalid_json: {
    wrong: 'The body is not JSON.',
    cause: 'The Content-Type says JSON, and the body does not parse.',
    remedy: 'Use a JSON encoder, or set the right Content-Type.',
  },
  json_not_object: {
    wrong: 'The body is JSON, but not an object.',
    cause: 'The body is an array, a string or a number.',
    remedy: 'Send one object with the arguments as keys.',
  },
  request_timeout: {
    wrong: 'The body is missing or cut off.',
    cause: 'The body ended before its Content-Length, or took longer than 10 seconds.',
    remedy: 'Send the call again. Check whether a proxy holds back or cuts bodies.',
  },
  invalid_arg_name: {
    wrong: 'The name of an argument is not valid.',
    cause: 'The name is longer than 255 characters, or has characters other than letters, digits and underscores.',
    remedy: 'Rename or remove the argument that `detail` names.',
  },
  invalid_array_arg: {
    wrong: 'An argument is an array instead of a string.',
    cause: 'The form has `name[]` or `name[0]`, or the JSON has an array for an argument that takes text.',
    remedy: 'Send one string. If the argument takes a list, send JSON in that string.',
  },
  invalid_arguments: {
    wrong: 'An argument is missing or not valid.',
    cause: '`response_metadata.messages` has a line for each fault.',
    remedy: 'Fix what the lines name; their JSON pointers say where.',
  },
  not_authed: {
    wrong: 'The call has no token.',
    cause: 'Neither the header nor the body has one. A token in the address is ignored, since addresses are logged.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  invalid_auth: {
    wrong: 'The token is unknown, or its app may not be used from this address.',
    cause: 'The token was never issued, or the caller’s address is not in the app’s `allowed_ips`.',
    remedy: 'Check the token against the workspace file, and the address against `allowed_ips`.',
  },
  token_expired: {
    wrong: 'The token has expired.',
    cause: 'Its `expires_at` has passed.',
    remedy: 'Get a new token.',
  },
  token_revoked: {
    wrong: 'The token was revoked, or its person, team or app was removed.',
    cause: 'The token is `revoked`, or it is a user token whose person, team or app was deleted.',
    remedy: 'Install the app again, and use its new token.',
  },
  account_inactive: {
    wrong: 'The bot user, its team or its installation was removed.',
    cause: 'The bot user or the team was deleted, or the app was uninstalled.',
    remedy: 'Install the app in an existing team, and use its new token.',
  },
  team_added_to_org: {
    wrong: 'The team is joining an enterprise.',
    cause: 'The team’s `state` is `joining_org`.',
    remedy: 'Try again when the team has joined.',
  },
  org_login_required: {
    wrong: 'The team is being migrated.',
    cause: 'The team’s `state` is `migrating`.',
    remedy: 'Try again after the migration.',
  },
  accesslimited: {
    wrong: 'The method may not be called from this address.',
    cause: 'The caller’s address is not in the team’s `networks`, for this method or for all.',
    remedy: 'Call from one of these networks, or ask an administrator to add yours.',
  },
  access_denied: {
    wrong: 'Access to something in the request is denied.',
    cause:
      'The channel’s `blocked_apps` list the app; or it opens a socket, and its manifest lacks `settings.socket_mode_enabled: true`.',
    remedy:
      'Ask an administrator of the channel to remove the app from the list; or set `settings.socket_mode_enabled`.',
  },
  two_factor_setup_required: {
    wrong: 'The team requires two-factor authentication.',
    cause: 'The token’s person has not set it up. For a bot token that is the person who installed the app.',
    remedy: 'That person has to set it up.',
  },
  not_allowed_token_type: {
    wrong: 'The method does not take this kind of token.',
    cause: 'The method’s page lists the kinds of token it takes.',
    remedy: 'Use a token of such a kind. Most methods take a bot token (`xoxb-`).',
  },
  enterprise_is_restricted: {
    wrong: 'The method cannot be called for a whole enterprise.',
    cause: 'The token is org-wide, and `methods.<name>.enterprise` is false.',
    remedy: 'Use the token of one team.',
  },
  missing_scope: {
    wrong: 'The token lacks a scope.',
    cause: 'It has none of the scopes in `needed`; `provided` lists what it has.',
    remedy: 'Add the scope to the app’s manifest and to the token.',
  },
  ratelimited: {
    wrong: 'The app makes too many calls.',
    cause: 'The app has used up the method’s rate limit in this team. The HTTP status is 429.',
    remedy: 'Wait as many seconds as `Retry-After` says. The official SDKs do so automatically.',
  },
  team_access_not_granted: {
    wrong: 'The token lacks access to the team.',
    cause: 'The token is org-wide, and its `teams_granted` lack the channel’s team.',
    remedy: 'Ask an administrator to grant the app access to that team.',
  },
  ekm_access_denied: {
    wrong: 'Administrators have suspended posting in the channel or the team.',
    cause: 'The channel or the team is `suspended`; `detail` says which.',
    remedy: 'Ask an administrator. An app can do nothing about it.',
  },
  internal_error: {
    wrong: 'Something went wrong in the server.',
    cause: 'An unexpected error. The transaction was undone, so nothing was written.',
    remedy: 'Look for the answer’s `x-request-id` in the server’s log: it has the stack trace. Please report it.',
  },
  fatal_error: {
    wrong: 'The database could not store the change.',
    cause: 'The commit failed, for example because a disk is full or broken. Nothing was written.',
    remedy: 'Check the disk and the server’s log, then try again.',
  },
} as const

export type CommonError = keyof typeof commonErrors

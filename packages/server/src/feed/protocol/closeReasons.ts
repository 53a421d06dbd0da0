/** Why the server closes a socket. The key is the reason of the close frame, the value its code. */
export const closeReasons = {
  not_json: 4000,
  not_of_the_protocol: 4001,
  hello_expected: 4002,
  signed_out: 4003,
  too_many_frames: 4004,
  consumer_too_slow: 4008,
  restarting: 1012,
  too_big: 1009,
} as const

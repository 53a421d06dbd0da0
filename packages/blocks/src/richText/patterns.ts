/** The forms of ids, by what they name. */
export const idPatterns = {
  user: /^[UW][A-Z0-9]+$/,
  usergroup: /^S[A-Z0-9]+$/,
  channel: /^[CGD][A-Z0-9]+$/,
  team: /^[TE][A-Z0-9]+$/,
}

/** A colour with three, four, six or eight hexadecimal digits. */
export const colorPattern = /^(#[0-9a-f]{3,4}|#?[0-9a-f]{6}|#[0-9a-f]{8})$/i

/**
 * Stands before the token in an address that signs in. A fragment: browsers send it to no server, so it is in no log
 * and no referrer, and the console takes it out of the address before it does anything else.
 */
export const signInFragment = '#sign-in='

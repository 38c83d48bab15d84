/** How the audit log names a program that signed in with the API token of a name. */
export function tokenUserName(name: string): string {
  return `token ${name}`
}

/** Whether an entry of the audit log is by such a program. Names of people hold no spaces. */
export function isTokenUserName(userName: string): boolean {
  return userName.startsWith('token ')
}

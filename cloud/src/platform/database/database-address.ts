/** Where PostgreSQL is, and how the service takes its roles there. */
export interface DatabaseAddress {
  /** postgresql://… of the owner: migrations run as this user. */
  url: string
  /**
   * True where `sightline_app` and `sightline_worker` may log in themselves (the embedded server);
   * elsewhere the owner's connections take the role when they begin.
   */
  rolesLogIn: boolean
}

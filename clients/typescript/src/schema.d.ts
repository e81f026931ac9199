// Made from openapi.json by npm run openapi. Not to be changed by hand.
export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs
         * @description Needs no session.
         *
         *     An addition to the base interface.
         */
        get: operations["Health_live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/startup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the database has the schema of this version
         * @description Needs no session.
         *
         *     An addition to the base interface.
         */
        get: operations["Health_startup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this process should be given requests: each dependency by name
         * @description Answers 503 with the same `dependencies` when a required one failed, or with none when the process is stopping.
         *
         *     Needs no session.
         *
         *     An addition to the base interface.
         */
        get: operations["Health_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Sets two cookies: the access credential and the refresh credential. Here on this page, run it once and the rest works.
         *
         *     Needs no session.
         *
         *     Limited by address, together with log-ins and password resets.
         */
        post: operations["Sessions_logIn"];
        /**
         * Log out
         * @description Ends the session at once, everywhere. Quiet when there is none.
         *
         *     Needs no session.
         *
         *     Limited by address.
         */
        delete: operations["Sessions_logOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/sessions/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the access credential
         * @description Rotates the refresh credential. `access` is false when the session stands but there is no site to work on.
         *
         *     Needs no session.
         *
         *     Limited by address.
         */
        post: operations["Sessions_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your profile
         * @description Needs a session or an API key.
         */
        get: operations["Users_profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Remember the site you used last
         * @description Needs a session; an API key is not enough.
         */
        patch: operations["Users_hint"];
        trace?: never;
    };
    "/users/password-reset/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail to set a new password
         * @description Succeeds, and takes as long, for an unknown email, too.
         *
         *     Needs no session.
         *
         *     Limited by address, together with log-ins and password resets.
         */
        post: operations["PasswordResets_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/password-reset/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token of the mail
         * @description Ends every session and API key of the user. With the token of an invitation it makes the account and accepts.
         *
         *     Needs no session.
         *
         *     Limited by address, together with log-ins and password resets.
         */
        post: operations["PasswordResets_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a site
         * @description Needs `member.read` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Members_list"];
        put?: never;
        /**
         * Invite somebody to a site
         * @description Mails an invitation; they are a member when they accept it. The answer is the same whether somebody has the email or not. Until then they are in the list with the state `invited`, and can be changed and removed by its id.
         *
         *     Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Members_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from a site
         * @description Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["Members_remove"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Takes effect with the next request of the member.
         *
         *     Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Members_change"];
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a member
         * @description They have no access to the site, by session or key, from the next request on. Nothing changes at other sites.
         *
         *     Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Members_suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a suspended member in again
         * @description With the role that they had.
         *
         *     Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Members_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of a member
         * @description Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        get: operations["MemberAccess_sessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of a member
         * @description At once, everywhere: a session is not of one site. They can log in again, unless they are suspended.
         *
         *     Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["MemberAccess_endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of a member
         * @description Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["MemberAccess_endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a member for this site
         * @description Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        get: operations["MemberAccess_apiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/members/{userId}/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an API key of a member for this site
         * @description At once. A key that is for other sites, too, stays for those.
         *
         *     Needs `member.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["MemberAccess_endApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations for you
         * @description Sites that asked you to become a member, by your email address.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        get: operations["Invitations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/invitations/{invitationId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description You are a member of the site from then on.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        post: operations["Invitations_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/invitations/{invitationId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        post: operations["Invitations_decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was done in a site, and by whom
         * @description Changes of people, rooms, lists, policies and members, imports, exports, documents, and reads of welfare data; the changes of a booking are its transactions. The latest first. With `Accept: application/x-ndjson` all that match as a stream, one event on a line.
         *
         *     Needs `audit.read` in the site: admin.
         *
         *     An addition to the base interface.
         */
        get: operations["AuditLog_ofSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was done with accounts, and by whom
         * @description Log-ins, failed ones to known accounts, passwords, API keys and owners: what is of no site. The latest first. With `Accept: application/x-ndjson` all that match as a stream, one event on a line.
         *
         *     For the owner of the installation.
         *
         *     An addition to the base interface.
         */
        get: operations["AuditLog_ofAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        get: operations["OwnSessions_list"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description At once, everywhere; this one stays.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        delete: operations["OwnSessions_endOthers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description At once, everywhere.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        delete: operations["OwnSessions_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API keys
         * @description Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        get: operations["ApiKeys_list"];
        put?: never;
        /**
         * Make an API key
         * @description The key is shown once. It acts as you, in the sites and with the roles of its scopes, never with more than your own role at the moment of use; it cannot manage your account.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        post: operations["ApiKeys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/@me/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an API key
         * @description At once, everywhere.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        delete: operations["ApiKeys_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sites
         * @description Needs a session or an API key.
         *
         *     An addition to the base interface.
         */
        get: operations["Sites_list"];
        put?: never;
        /**
         * Create a site
         * @description With the cancellation codes, welfare states, categories and SLA policies that every site begins with.
         *
         *     For the owner of the installation.
         *
         *     An addition to the base interface.
         */
        post: operations["Sites_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a site
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Sites_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a site
         * @description Its hours cannot be emptied while an enabled SLA policy counts them.
         *
         *     Needs `site.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Sites_update"];
        trace?: never;
    };
    "/sites/{siteId}/cancellation-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the cancellation codes of a site
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["CancellationCodes_list"];
        put?: never;
        /**
         * Create a cancellation code
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["CancellationCodes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/cancellation-codes/{codeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a cancellation code
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["CancellationCodes_read"];
        put?: never;
        post?: never;
        /**
         * Delete a cancellation code
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["CancellationCodes_delete"];
        options?: never;
        head?: never;
        /**
         * Rename or retire a cancellation code
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["CancellationCodes_update"];
        trace?: never;
    };
    "/sites/{siteId}/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the flags of a site
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Flags_list"];
        put?: never;
        /**
         * Create a flag
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Flags_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/flags/{flagId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a flag
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Flags_read"];
        put?: never;
        post?: never;
        /**
         * Delete a flag
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["Flags_delete"];
        options?: never;
        head?: never;
        /**
         * Change a flag
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Flags_update"];
        trace?: never;
    };
    "/sites/{siteId}/welfare-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the welfare states of a site
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Welfarestates_list"];
        put?: never;
        /**
         * Create a welfare state
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Welfarestates_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/welfare-states/{welfareStateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a welfare state
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Welfarestates_read"];
        put?: never;
        post?: never;
        /**
         * Delete a welfare state
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["Welfarestates_delete"];
        options?: never;
        head?: never;
        /**
         * Change a welfare state
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Welfarestates_update"];
        trace?: never;
    };
    "/sites/{siteId}/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories of a site
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Categories_list"];
        put?: never;
        /**
         * Create a category
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Categories_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a category
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Categories_read"];
        put?: never;
        post?: never;
        /**
         * Delete a category
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["Categories_delete"];
        options?: never;
        head?: never;
        /**
         * Change a category
         * @description Needs `list.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Categories_update"];
        trace?: never;
    };
    "/sla-policies/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SLA policies of a site
         * @description Needs `sla.read` in the site: viewer, reception, welfare, manager, admin.
         */
        get: operations["SlaPolicies_list"];
        put?: never;
        /**
         * Create an SLA policy
         * @description Needs `sla.write` in the site: admin.
         */
        post: operations["SlaPolicies_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sla-policies/{siteId}/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an SLA policy
         * @description Needs `sla.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["SlaPolicies_read"];
        /**
         * Change an SLA policy
         * @description What is left out stays; `targets` replaces all targets.
         *
         *     Needs `sla.write` in the site: admin.
         */
        put: operations["SlaPolicies_update"];
        post?: never;
        /**
         * Delete an SLA policy
         * @description Needs `sla.write` in the site: admin.
         */
        delete: operations["SlaPolicies_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sla-policies/{siteId}/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Work out when a case is due
         * @description Reads the clock of a case by the enabled policy of its category, in the business hours, holidays and time zone of the site. Writes nothing.
         *
         *     Needs `sla.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["SlaPolicies_evaluate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/location-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the location types of a site
         * @description Needs `location_type.read` in the site: viewer, reception, welfare, manager, admin.
         */
        get: operations["LocationTypes_list"];
        put?: never;
        /**
         * Create a location type
         * @description Needs `location_type.write` in the site: admin.
         */
        post: operations["LocationTypes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/location-types/{locationTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a location type
         * @description Needs `location_type.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["LocationTypes_read"];
        put?: never;
        post?: never;
        /**
         * Delete a location type
         * @description Needs `location_type.write` in the site: admin.
         */
        delete: operations["LocationTypes_delete"];
        options?: never;
        head?: never;
        /**
         * Change a location type
         * @description Needs `location_type.write` in the site: admin.
         */
        patch: operations["LocationTypes_update"];
        trace?: never;
    };
    "/sites/{siteId}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the locations of a site
         * @description In the order of the tree. X-Total-Count says how many match.
         *
         *     Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Locations_list"];
        put?: never;
        /**
         * Create a location
         * @description Below a location that is booked as a whole, the booking takes the new places, too.
         *
         *     Needs `location.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Locations_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/locations/{locationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a location
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Locations_read"];
        put?: never;
        post?: never;
        /**
         * Delete a location
         * @description Needs `location.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["Locations_delete"];
        options?: never;
        head?: never;
        /**
         * Change a location
         * @description Needs `location.write` in the site: admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Locations_update"];
        trace?: never;
    };
    "/students/{site}/export-csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the students of a site as CSV or a workbook
         * @description Active and inactive ones. A location is named by its code, else by its path, as an import finds it. UTF-8 with BOM, CRLF. A cell that a spreadsheet would take for a formula begins with one more apostrophe. `format=xlsx` makes a workbook with typed cells. The column welfare_state is there for those who have `student.welfare`.
         *
         *     Needs `student.export` in the site: reception, manager, admin.
         */
        get: operations["StudentExport_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{site}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a list of students
         * @description Students are recognised by student id, then by email. New ones are made, known ones changed; what a row leaves out stays. Each row that cannot be imported is an exception with its cause and stops no other. The same list again changes nothing. The list can also be sent as a file, CSV or a workbook (.xlsx), as the export writes it: as it is with `type` and the rest in the query, or in a form.
         *
         *     Needs `student.import` in the site: manager, admin.
         *
         *     Limited together with the other bulk and import operations of the user.
         */
        post: operations["StudentImport_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{site}/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import of students
         * @description Whom it made, whom it changed from what to what, who was as the list says already, and whom a full list deactivated.
         *
         *     Needs `student.import` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["StudentImportHistory_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{site}/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import of students
         * @description New students are removed, changed ones get their values back, deactivated ones become active. Who was changed since, or has a live booking, is kept. Asked again it answers the same.
         *
         *     Needs `student.import` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["StudentImportHistory_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a student
         * @description Needs `student.write` in the site: reception, welfare, manager, admin.
         */
        post: operations["Students_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the students of a site
         * @description By last and first name, active and inactive, as a stream. X-Total-Count says how many match.
         *
         *     Needs `student.read` in the site: viewer, reception, welfare, manager, admin.
         */
        get: operations["Students_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{siteId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a student
         * @description Needs `student.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Students_read"];
        put?: never;
        post?: never;
        /**
         * Delete a student
         * @description Bookings of the past keep the record.
         *
         *     Needs `student.delete` in the site: manager, admin.
         */
        delete: operations["Students_delete"];
        options?: never;
        head?: never;
        /**
         * Change a student
         * @description Needs `student.write` in the site: reception, welfare, manager, admin.
         */
        patch: operations["Students_update"];
        trace?: never;
    };
    "/students/{siteId}/{userId}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read everything that is stored about a student
         * @description For the student who asks (a subject access request): the record with welfare, stays with notes and trails, what imports said, and what was recorded. Of other people nothing. Reading it is written down.
         *
         *     Needs `student.data` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Privacy_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{siteId}/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase who a student was, for good
         * @description Also of a deleted one. Bookings keep their rows, without notes, reasons and number plates; names are crossed out in what else staff wrote. Stored answers that named the student are emptied: a repeated request gets 410 `answer_erased`. Pictures and documents go at once, or with an `Idempotency-Key` within the hour.
         *
         *     Needs `student.erase` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Privacy_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make what you uploaded your picture
         * @description It is painted anew as WebP of 512 x 512; nothing else of the file is kept.
         *
         *     Needs a session; an API key is not enough.
         */
        put: operations["Avatars_confirm"];
        /**
         * Get a link to upload your picture to
         * @description Needs a session; an API key is not enough.
         */
        post: operations["Avatars_begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{siteId}/{userId}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make what was uploaded the picture of a student
         * @description Needs `student.write` in the site: reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        put: operations["StudentPhotos_confirm"];
        /**
         * Get a link to upload the picture of a student to
         * @description Needs `student.write` in the site: reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["StudentPhotos_begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pictures/{pictureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a picture of a user or a student
         * @description Yours, of a student of your sites, or of somebody who works at one of them.
         *
         *     Needs a session; an API key is not enough.
         *
         *     An addition to the base interface.
         */
        get: operations["Pictures_see"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{site}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print the students of a site as PDF
         * @description The active ones, by building and floor. Welfare is in it for those who have `student.welfare`. The answer waits for the document, up to 60 seconds; then it is 503 `job_timeout` with job_url. With `Prefer: respond-async` the answer is the job at once; `GET /jobs/{jobId}` tells how far it is, and its `result_url` where the file is. It is kept for 24 hours.
         *
         *     Needs `student.export` in the site: reception, manager, admin.
         *
         *     Limited together with the other documents of the user.
         */
        get: operations["Documents_students"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{bookingId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print the confirmation of a booking as PDF
         * @description The answer waits for the document, up to 60 seconds; then it is 503 `job_timeout` with job_url. With `Prefer: respond-async` the answer is the job at once; `GET /jobs/{jobId}` tells how far it is, and its `result_url` where the file is. It is kept for 24 hours.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     Limited together with the other documents of the user.
         *
         *     An addition to the base interface.
         */
        get: operations["Documents_booking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{documentId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a document that you asked for
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Documents_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bookings
         * @description Filters combine with and. The total is exact up to 10,000, above that an estimate.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         */
        get: operations["Bookings_list"];
        put?: never;
        /**
         * Book a room
         * @description The end date is the departure day: the room is free for the next one that day. A place is never sold twice.
         *
         *     Needs `booking.write` in the site: reception, manager, admin.
         */
        post: operations["Bookings_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{bookingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a booking
         * @description With the transitions that you can make now, and why not the others.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         */
        get: operations["Bookings_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a booking
         * @description Never its status. Another location of a checked-in booking is a room move: the old stay ends today.
         *
         *     Needs `booking.write` in the site: reception, manager, admin.
         */
        patch: operations["Bookings_update"];
        trace?: never;
    };
    "/bookings/{bookingId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a booking
         * @description Its trail: everything that happened to it, by whom, in order. It is append-only.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         */
        get: operations["Bookings_transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book many rooms at once
         * @description Up to 1,000 rows for the same nights. Each row has an outcome of its own, in the order sent; with `atomic` all rows stay or none does. Of two rows for one place the later fails with `conflicts_with_index`. A block booking is made only if a row succeeds.
         *
         *     Needs `booking.bulk` in the site: manager, admin.
         *
         *     Limited together with the other bulk and import operations of the user.
         */
        post: operations["Bookings_bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/transitions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transition many bookings to other statuses
         * @description Up to 1,000 different bookings. Each row has an outcome of its own; with `atomic` all rows are executed or none. Transitions that free a room go first, so that a check-out and the next check-in can be sent together.
         *
         *     Needs `booking.transition` in the site: reception, manager, admin.
         *
         *     Limited together with the other bulk and import operations of the user.
         *
         *     An addition to the base interface.
         */
        post: operations["Bookings_transitionMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the bookings of a site as CSV or a workbook
         * @description Streamed, without a limit on the rows. UTF-8 with byte order mark, every cell quoted; a cell that a spreadsheet would take for a formula has a leading apostrophe. The first eleven columns are those that an import reads. `format=xlsx` makes a workbook: days are days, instants are in the time of the site, ids are text, and the header stays in sight.
         *
         *     Needs `booking.export` in the site: reception, manager, admin.
         */
        get: operations["Bookings_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{bookingId}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transition a booking to another status
         * @description Confirm, check in, check out, cancel, no-show, void, and what takes them back.
         *
         *     Needs `booking.transition` in the site: reception, manager, admin.
         */
        post: operations["Bookings_transition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{bookingId}/swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap the rooms of two bookings
         * @description Both or neither. Who is checked in moves today; with `on`, both change rooms on that day, which may be over or still to come.
         *
         *     Needs `booking.swap` in the site: reception, manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Bookings_swap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{bookingId}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a booking to another room
         * @description Today, on a day that is over (within the history window, or with `booking.backdate` and `notes`), or on a day to come. A move that is planned holds the present room until that day and the other room from that day; another move replaces it. A booking that has not begun by that day changes rooms as a whole.
         *
         *     Needs `booking.write` in the site: reception, manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Bookings_move"];
        /**
         * Cancel the planned move of a booking
         * @description The booking keeps its present room until its end, if nobody else has booked it since.
         *
         *     Needs `booking.write` in the site: reception, manager, admin.
         *
         *     An addition to the base interface.
         */
        delete: operations["Bookings_cancelMove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/block-bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List block bookings
         * @description The newest first, each with how many of its bookings are in which status.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Blocks_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/block-bookings/{blockId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a block booking
         * @description Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Blocks_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a day of a site
         * @description Arrivals, departures, who is in house, planned moves, closures that begin or end, and departure slots: each with its count, by building, and its first entries.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Day_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what is free
         * @description For a range of nights: free places by type and night, and the locations that are free all the time.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Availability_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/closures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List closures
         * @description The times in which locations are out of service, the earliest first.
         *
         *     Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Closures_list"];
        put?: never;
        /**
         * Close a location
         * @description With everything below it. What is booked or lived in then is in the way, and is listed.
         *
         *     Needs `closure.write` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Closures_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/closures/{closureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a closure
         * @description Needs `site.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Closures_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a closure
         * @description Needs `closure.write` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        patch: operations["Closures_update"];
        trace?: never;
    };
    "/sites/{siteId}/closures/{closureId}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a closure
         * @description The location opens again on that day. One that has not begun keeps no night.
         *
         *     Needs `closure.write` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["Closures_end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/occupancy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what is taken
         * @description Per day, past and future, up to 731 days: of all places, or by location type or building.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Calendar_occupancy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{siteId}/locations/{locationId}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the calendar of a location
         * @description The places at it and below it, in order, each with its stays and closures.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["Calendar_calendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how a job is going
         * @description Jobs of your sites only.
         *
         *     Needs a session or an API key.
         *
         *     An addition to the base interface.
         */
        get: operations["Jobs_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a job
         * @description For imports of bookings and their undo. The batch that is being written is finished or given up as a whole; what was written before stays, and can be undone. The job is `cancelled` at once, or at the end of its batch. Needs `booking.import` in its site.
         *
         *     Needs a session or an API key.
         *
         *     An addition to the base interface.
         */
        post: operations["Jobs_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{jobId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch a job
         * @description Server-sent events: the job as `progress`, at least once a second, until it is over, the session or key has ended, or the server stops. At most 10 at once for a user.
         *
         *     Needs a session or an API key.
         *
         *     An addition to the base interface.
         */
        get: operations["Jobs_watch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an import of bookings
         * @description Says of each row whom and which room it means and on what evidence, what is wrong with it, who stands in its way, and what an import would do. It writes nothing. The rows can also be sent as a file, CSV (cells separated by commas, semicolons or tabs) or a workbook (.xlsx), as it is with the site in the query, or in a form. A filled cell of a column that nobody knows is a question about its row; `columns` settles it for the file.
         *
         *     Needs `booking.preview` in the site: reception, manager, admin.
         *
         *     Limited together with the other bulk and import operations of the user.
         */
        post: operations["BookingImport_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/import/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Commit an import of bookings
         * @description Every row is resolved again; a preview is not trusted. Ready rows need no resolution; a row that needs a decision and has none is skipped as `unresolved`; one whose decision no longer holds fails as `changed_since_preview`. The rows can also be sent as a file, as in a preview, with `idempotency_key` in the query or the form. After 25 seconds the answer is `processing`: read the import, or watch the job of the same id.
         *
         *     Needs `booking.import` in the site: manager, admin.
         *
         *     Limited together with the other bulk and import operations of the user.
         */
        post: operations["BookingImport_commit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description What became of each row, as far as it has come.
         *
         *     Needs `booking.read` in the site: viewer, reception, welfare, manager, admin.
         *
         *     An addition to the base interface.
         */
        get: operations["BookingImport_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description New bookings are voided, changed ones get their values back, bookings that made way come back. A row that somebody has worked on since is kept; one that cannot be taken back says why. A worker does it batch by batch: after 25 seconds the answer is `processing`; ask again, or watch the job.
         *
         *     Needs `booking.import` in the site: manager, admin.
         *
         *     An addition to the base interface.
         */
        post: operations["BookingImport_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        DependencyResponse: {
            /** @enum {string} */
            status: "ok" | "failed";
            /** @description Whether the service is of no use without it. */
            required: boolean;
            /** @description Why it failed, such as `refused` or `timeout`. */
            reason?: string;
        };
        HealthResponse: {
            /** @enum {string} */
            status: "ok";
        };
        ReadinessResponse: {
            /**
             * @description `degraded`: something failed that the service can do without.
             * @enum {string}
             */
            status: "ok" | "degraded";
            dependencies: {
                [key: string]: components["schemas"]["DependencyResponse"];
            };
        };
        LogInRequest: {
            /**
             * Format: email
             * @example owner@lodge.example
             */
            email: string;
            /**
             * Format: password
             * @example porter-lodge-demo-1
             */
            password: string;
            /**
             * Format: password
             * @description Changes the password in the same step and ends every other session
             */
            new_password?: string;
            /** @description With new_password: ends your API keys, too */
            end_api_keys?: boolean;
        };
        SuccessResponse: {
            /** @example true */
            success: boolean;
        };
        RefreshResponse: {
            /**
             * @description Whether a new access credential was set
             * @example true
             */
            access: boolean;
        };
        ProfileResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /**
             * Format: email
             * @example owner@lodge.example
             */
            email: string;
            /** @example Olive */
            first_name: string;
            /** @example Owner */
            last_name: string;
            /**
             * @description A picture; a generated one when none was uploaded
             * @example data:image/svg+xml,…
             */
            photo_url: string;
            /**
             * @description The site that was used last
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            last_site?: string;
        };
        HintRequest: {
            /**
             * @description The site that was used last; one of your own
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            site_id: string;
        };
        RequestPasswordResetRequest: {
            /**
             * Format: email
             * @example viewer@lodge.example
             */
            email: string;
        };
        ResetPasswordRequest: {
            /**
             * Format: password
             * @description The token of the mail
             */
            token: string;
            /**
             * Format: password
             * @description The new password
             */
            password: string;
            /** @description For an invitation that does not say your name */
            first_name?: string;
            /** @description As first_name */
            last_name?: string;
        };
        MemberResponse: {
            /**
             * @description The user; of somebody who is only invited, the invitation
             * @example 019aa000-0000-7000-8000-000000000061
             */
            _id: string;
            /**
             * Format: email
             * @example viewer@lodge.example
             */
            email: string;
            /**
             * @description Of somebody who is only invited, as the invitation has it
             * @example Victor
             */
            first_name: string;
            /** @example Viewer */
            last_name: string;
            /** @enum {string} */
            role: "viewer" | "reception" | "welfare" | "manager" | "admin";
            /**
             * @description Suspended members and invited people have no access
             * @example active
             * @enum {string}
             */
            state: "active" | "suspended" | "invited";
            /** @example false */
            disabled: boolean;
            /**
             * @description Has not accepted, or not set a password yet
             * @example false
             */
            invited: boolean;
            /**
             * @description What became of the mail that invited them; null when there was none, or 30 days after it ended.
             * @enum {string|null}
             */
            invitation_mail: "waiting" | "sent" | "failed" | null;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        AddMemberRequest: {
            /**
             * Format: email
             * @example nadia@lodge.example
             */
            email: string;
            /**
             * @example reception
             * @enum {string}
             */
            role: "viewer" | "reception" | "welfare" | "manager" | "admin";
            /**
             * @description Used when nobody has the email yet; they are asked for it when it is left out
             * @example Nadia
             */
            first_name?: string;
            /**
             * @description As first_name
             * @example Night
             */
            last_name?: string;
        };
        ChangeMemberRequest: {
            /**
             * @example viewer
             * @enum {string}
             */
            role: "viewer" | "reception" | "welfare" | "manager" | "admin";
        };
        OwnSessionResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /**
             * @description Whether it is the one that asks
             * @example true
             */
            current: boolean;
            /**
             * Format: date-time
             * @description The log-in
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its access credential was last renewed
             * @example 2026-09-12T14:00:00.000Z
             */
            renewed_at: string | null;
            /**
             * Format: date-time
             * @description When it ends unless it is renewed
             * @example 2026-09-12T14:00:00.000Z
             */
            expires_at: string;
            /** @example 203.0.113.7 */
            address: string | null;
            /** @example Mozilla/5.0 … */
            user_agent: string | null;
        };
        ApiKeyScopeField: {
            /**
             * @description One of your sites
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * @description At most your own role there
             * @example viewer
             * @enum {string}
             */
            role: "viewer" | "reception" | "welfare" | "manager" | "admin";
        };
        ApiKeyResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Nightly report */
            name: string;
            /**
             * @description What the key begins with
             * @example lodge_Xk3v9Q
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopeField"][];
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example null
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description To the minute
             * @example 2026-09-12T14:00:00.000Z
             */
            last_used_at: string | null;
        };
        InvitingSite: {
            /** @example 019aa000-0000-7000-8000-000000000001 */
            _id: string;
            /** @example Kings Court */
            name: string;
        };
        OwnInvitationResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            site: components["schemas"]["InvitingSite"];
            /** @enum {string} */
            role: "viewer" | "reception" | "welfare" | "manager" | "admin";
            /**
             * @description Who sent it
             * @example Ada Admin
             */
            invited_by: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when it can be accepted
             * @example 2026-09-12T14:00:00.000Z
             */
            expires_at: string;
        };
        AuditActor: {
            /** @enum {string} */
            type: "user" | "system" | "api_key";
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string | null;
            /** @example Ada Admin */
            name: string;
        };
        AuditResource: {
            /** @enum {string} */
            kind: "user" | "session" | "membership" | "invitation" | "api_key" | "site" | "student" | "location" | "location_type" | "flag" | "welfare_state" | "category" | "cancellation_code" | "sla_policy" | "block_booking" | "booking" | "import" | "document";
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
        };
        AuditEventResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /**
             * @description Null for what is about an account
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            site: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            at: string;
            actor: components["schemas"]["AuditActor"];
            /** @example member.role_changed */
            action: string;
            resource: components["schemas"]["AuditResource"];
            /** @description `field`, `from`, `to`; empty for what changes nothing, such as a log-in or an export */
            changes: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date-time
             * @description When values were removed with the person they tell of
             * @example 2026-09-12T14:00:00.000Z
             */
            emptied_at: string | null;
            /** @example null */
            request_id: string | null;
        };
        AuditPage: {
            /** @description The latest first */
            data: components["schemas"]["AuditEventResponse"][];
            /**
             * @description For the next page; null on the last
             * @example null
             */
            next_cursor: string | null;
        };
        CreateApiKeyRequest: {
            /**
             * @description What it is for; trails name it
             * @example Nightly report
             */
            name: string;
            /** @description A role for each site; each site once */
            scopes: components["schemas"]["ApiKeyScopeField"][];
            /**
             * Format: date-time
             * @description When it ends, at most a year from now; absent or null: then (the operator may have set another limit)
             * @example 2027-06-30T12:00:00Z
             */
            expires_at?: string | null;
        };
        CreatedApiKeyResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Nightly report */
            name: string;
            /**
             * @description What the key begins with
             * @example lodge_Xk3v9Q
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopeField"][];
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example null
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description To the minute
             * @example 2026-09-12T14:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description Shown here only. Send it as `Authorization: Bearer`
             * @example lodge_Xk3v9Qn0oVb8cZyD2mE5rT7uW1sA4fHjKlPqIgYtRx6
             */
            key: string;
        };
        SiteSettingsResponse: {
            /**
             * Format: int32
             * @example 0
             */
            early_check_in_days: number;
            /**
             * Format: int32
             * @example 7
             */
            history_window_days: number;
            /**
             * Format: int32
             * @example 30
             */
            correction_minutes: number;
            require_confirmed_for_check_in: boolean;
        };
        BusinessHoursRequest: {
            /**
             * @example monday
             * @enum {string}
             */
            day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @example 09:00 */
            from: string;
            /**
             * @description 24:00 is the end of the day
             * @example 17:00
             */
            to: string;
        };
        HolidayResponse: {
            /**
             * Format: date
             * @example 2026-12-25
             */
            date: string;
            /** @example Christmas Day */
            name: string | null;
        };
        SiteResponse: {
            /** @example 019aa000-0000-7000-8000-000000000001 */
            _id: string;
            /** @example Kings Court */
            name: string;
            /** @example Europe/London */
            time_zone: string;
            /** @enum {string|null} */
            date_order: "dmy" | "mdy" | "ymd" | null;
            settings: components["schemas"]["SiteSettingsResponse"];
            business_hours: components["schemas"]["BusinessHoursRequest"][];
            /** @description By date */
            holidays: components["schemas"]["HolidayResponse"][];
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        SiteSettingsRequest: {
            /**
             * Format: int32
             * @description How many days before its start a stay may be checked in
             * @example 0
             */
            early_check_in_days?: number;
            /**
             * Format: int32
             * @description How many days back staff may write things down and take moves back
             * @example 7
             */
            history_window_days?: number;
            /**
             * Format: int32
             * @description For how many minutes everybody may take back a transition of their own, whatever their role; 0: never
             * @example 30
             */
            correction_minutes?: number;
            /**
             * @description Whether a provisional booking has to be confirmed before check-in
             * @example true
             */
            require_confirmed_for_check_in?: boolean;
        };
        HolidayRequest: {
            /**
             * Format: date
             * @example 2026-12-25
             */
            date: string;
            /** @example Christmas Day */
            name?: string | null;
        };
        CreateSiteRequest: {
            /** @example Castle Wharf */
            name: string;
            /** @example Europe/London */
            time_zone: string;
            /**
             * @description How dates in imported files read; null: only unambiguous ones
             * @example dmy
             * @enum {string|null}
             */
            date_order?: "dmy" | "mdy" | "ymd" | null;
            settings?: components["schemas"]["SiteSettingsRequest"];
            /** @description Left out: Monday to Friday, 09:00 to 17:00; empty: none */
            business_hours?: components["schemas"]["BusinessHoursRequest"][];
            /** @description Dates on which nothing opens */
            holidays?: components["schemas"]["HolidayRequest"][];
        };
        UpdateSiteRequest: {
            name?: string;
            time_zone?: string;
            /** @enum {string|null} */
            date_order?: "dmy" | "mdy" | "ymd" | null;
            /** @description What is left out stays */
            settings?: components["schemas"]["SiteSettingsRequest"];
            /** @description Replaces all of them */
            business_hours?: components["schemas"]["BusinessHoursRequest"][];
            /** @description Replaces all of them */
            holidays?: components["schemas"]["HolidayRequest"][];
        };
        CancellationCodeResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example student_withdrew */
            code: string;
            /** @example Student withdrew */
            name: string;
            active: boolean;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        CreateCancellationCodeRequest: {
            /**
             * @description Lower case, digits and underscores; cannot change later
             * @example course_closed
             */
            code: string;
            /** @example Course closed */
            name: string;
            /** @default true */
            active?: boolean;
        };
        UpdateCancellationCodeRequest: {
            name?: string;
            /** @description An inactive code stays on old bookings and takes no new ones */
            active?: boolean;
        };
        ListEntryResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Late arrival */
            name: string;
            colour: string;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        CreateListEntryRequest: {
            /** @example Late arrival */
            name: string;
            colour: string;
        };
        UpdateListEntryRequest: {
            name?: string;
            colour?: string;
        };
        DurationResponse: {
            /**
             * Format: int32
             * @example 4
             */
            hours: number;
            /**
             * Format: int32
             * @example 0
             */
            minutes: number;
        };
        TargetsResponse: {
            first_response: components["schemas"]["DurationResponse"] | null;
            resolution: components["schemas"]["DurationResponse"] | null;
            escalation: components["schemas"]["DurationResponse"] | null;
            business_hours_only: boolean;
        };
        SlaPolicyResponse: {
            /** @example 019aa000-0000-7000-8000-000000000046 */
            _id: string;
            /** @example 019aa000-0000-7000-8000-000000000001 */
            site: string;
            /** @example Plumbing */
            name: string;
            /**
             * @example [
             *       "019aa000-0000-7000-8000-000000000043"
             *     ]
             */
            category_ids: string[];
            enabled: boolean;
            targets: components["schemas"]["TargetsResponse"];
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The user who made it; null when it was the operator
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            created_by: string | null;
        };
        DurationRequest: {
            /**
             * @default 0
             * @example 4
             */
            hours?: number;
            /**
             * @default 0
             * @example 0
             */
            minutes?: number;
        };
        TargetsRequest: {
            /** @description At most as long as resolution */
            first_response?: components["schemas"]["DurationRequest"] | null;
            resolution?: components["schemas"]["DurationRequest"] | null;
            /** @description At most as long as resolution */
            escalation?: components["schemas"]["DurationRequest"] | null;
            /**
             * @description Count only the site's business hours; else every hour counts
             * @default false
             */
            business_hours_only?: boolean;
        };
        CreateSlaPolicyRequest: {
            /** @example Plumbing */
            name: string;
            /**
             * @example [
             *       "019aa000-0000-7000-8000-000000000043"
             *     ]
             */
            category_ids: string[];
            /**
             * @description A category is in at most one enabled policy
             * @default true
             */
            enabled?: boolean;
            targets?: components["schemas"]["TargetsRequest"];
        };
        UpdateSlaPolicyRequest: {
            name?: string;
            /** @description Replaces all of them */
            category_ids?: string[];
            enabled?: boolean;
            /** @description Replaces all targets; what is left out has no target */
            targets?: components["schemas"]["TargetsRequest"];
        };
        SlaEventRequest: {
            /**
             * @example pause
             * @enum {string}
             */
            type: "first_response" | "pause" | "resume" | "resolve";
            /**
             * Format: date-time
             * @example 2026-10-26T11:00:00Z
             */
            at: string;
        };
        EvaluateSlaRequest: {
            /** @example 019aa000-0000-7000-8000-000000000045 */
            category_id: string;
            /**
             * Format: date-time
             * @example 2026-10-23T14:00:00+01:00
             */
            opened_at: string;
            /** @description What has happened since, in any order; what lies after now has not happened yet */
            events?: components["schemas"]["SlaEventRequest"][];
            /**
             * Format: date-time
             * @description When to look at it; left out: now
             * @example 2026-09-12T14:00:00.000Z
             */
            now?: string;
        };
        EvaluatedPolicyResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Furniture */
            name: string;
        };
        TargetReadingResponse: {
            /**
             * Format: date-time
             * @description When the time is up; null while the clock is paused with time left, and when it is after 2100
             * @example 2026-09-12T14:00:00.000Z
             */
            due_at: string | null;
            /**
             * Format: int64
             * @description Seconds of counting time left when it was met, else now; below 0 when late
             * @example 3600
             */
            remaining: number;
            /** @description Whether the time was up before it was met */
            breached: boolean;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            met_at: string | null;
        };
        TargetReadingsResponse: {
            first_response: components["schemas"]["TargetReadingResponse"] | null;
            resolution: components["schemas"]["TargetReadingResponse"] | null;
            escalation: components["schemas"]["TargetReadingResponse"] | null;
        };
        EvaluateSlaResponse: {
            /** @description The enabled policy that covers the category */
            policy: components["schemas"]["EvaluatedPolicyResponse"];
            /** @example 019aa000-0000-7000-8000-000000000045 */
            category_id: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            opened_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            now: string;
            /**
             * @example running
             * @enum {string}
             */
            state: "running" | "paused" | "resolved";
            business_hours_only: boolean;
            /** @description null for a target that the policy does not set */
            targets: components["schemas"]["TargetReadingsResponse"];
        };
        LocationTypeResponse: {
            /** @example 019aa000-0000-7000-8000-000000000011 */
            _id: string;
            /** @example Studio */
            name: string;
            colour: string;
            /**
             * @description The type above it
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            parent?: string;
            /** @enum {string} */
            cleaning_type?: "daily" | "weekly" | "monthly" | "routine" | "on_vacancy" | "on_zone_empty";
            can_be_allocated_to_bookings: boolean;
            /**
             * Format: int32
             * @description Nights held for cleaning after a departure
             * @example 0
             */
            turnaround_days: number;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        LocationTypeRequest: {
            /** @example Ensuite room */
            name: string;
            colour: string;
            /**
             * @description Whether a location of this type can be booked
             * @example true
             */
            can_be_allocated_to_bookings: boolean;
            /**
             * @description The type above it; null for none
             * @example null
             */
            parent?: string | null;
            /**
             * @example weekly
             * @enum {string|null}
             */
            cleaning_type?: "daily" | "weekly" | "monthly" | "routine" | "on_vacancy" | "on_zone_empty" | null;
            /**
             * Format: int32
             * @description Nights held for cleaning after a departure, of stays that take their places from then on; 0 for a new type
             * @example 1
             */
            turnaround_days?: number;
        };
        LocationTypeCreatedResponse: {
            /** @example 019aa000-0000-7000-8000-000000000011 */
            _id: string;
            /** @example Ensuite room */
            name: string;
            colour: string;
            can_be_allocated_to_bookings: boolean;
        };
        LocationTypeUpdatedResponse: {
            /** @example 019aa000-0000-7000-8000-000000000011 */
            _id: string;
        };
        LocationResponse: {
            /** @example 019aa000-0000-7000-8000-000000000022 */
            _id: string;
            /** @example Studio 101 */
            name: string;
            /** @example M-101 */
            code: string | null;
            /** @example 019aa000-0000-7000-8000-000000000011 */
            location_type: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            parent: string | null;
            /** @example 1 */
            floor: string | null;
            /**
             * Format: int32
             * @example 1
             */
            capacity: number;
            active: boolean;
            /**
             * @description The names from the top down
             * @example Mill Building / Floor 1 / Studio 101
             */
            path: string;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        CreateLocationRequest: {
            /** @example Room 12 */
            name: string;
            /**
             * @description Short and unique in the site, whatever the case
             * @example N-12
             */
            code?: string | null;
            /** @example 019aa000-0000-7000-8000-000000000011 */
            location_type: string;
            /**
             * @description The location it is in; null for none
             * @example 019aa000-0000-7000-8000-000000000021
             */
            parent?: string | null;
            /** @example 1 */
            floor?: string | null;
            /**
             * Format: int32
             * @description How many bookings it takes at a time
             * @default 1
             * @example 1
             */
            capacity?: number;
            /**
             * @description A closed location takes no new bookings and no check-ins
             * @default true
             * @example true
             */
            active?: boolean;
        };
        UpdateLocationRequest: {
            name?: string;
            code?: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location_type?: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            parent?: string | null;
            floor?: string | null;
            /** Format: int32 */
            capacity?: number;
            active?: boolean;
        };
        ImportRowRequest: {
            /** @example grace.hopper@students.example */
            email?: string | null;
            /** @example Grace */
            first_name: string;
            /** @example Hopper */
            last_name: string;
            /**
             * @description An id, a code, a name that only one location has, or a path
             * @example M-101
             */
            location: string;
            /**
             * @description Made when absent
             * @example KC09999
             */
            student_id?: string | null;
        };
        ImportStudentsRequest: {
            /**
             * @description `full`: who is not on the list becomes inactive; `partial`: only who is on the list is touched
             * @example partial
             * @enum {string}
             */
            type: "full" | "partial";
            /** @description A row that cannot be imported becomes an exception and stops no other. Further fields are ignored. */
            students: components["schemas"]["ImportRowRequest"][];
            /**
             * @description Answers what would happen, and writes nothing
             * @default false
             */
            dry_run?: boolean;
            /**
             * Format: int32
             * @description How many students a full import may deactivate, when they are many: exactly as many as it would
             */
            confirm_deactivations?: number;
        };
        ImportedStudentResponse: {
            /**
             * @description "" when a dry run would make it
             * @example 019aa000-0000-7000-8000-000000000031
             */
            _id: string;
            /** @description "" when there is none */
            email: string;
            /** @example Grace */
            first_name: string;
            /** @example Hopper */
            last_name: string;
            /** @example 019aa000-0000-7000-8000-000000000021 */
            location: string;
            /**
             * @description "" when a dry run would make it
             * @example KC09999
             */
            student_id: string;
            /** @example 019aa000-0000-7000-8000-000000000001 */
            site: string;
            /** @description false: was not on a full list */
            active: boolean;
        };
        ImportExceptionResponse: {
            /** @description As it was sent; "" when it was no text */
            email: string;
            /** @description As it was sent; "" when it was no text */
            first_name: string;
            /** @description As it was sent; "" when it was no text */
            last_name: string;
            /** @description As it was sent; "" when it was no text */
            location: string;
            /** @description As it was sent; "" when it was no text */
            student_id: string;
            /** @enum {string} */
            cause: "missing_required_field" | "invalid_email" | "value_too_long" | "location_not_found" | "location_ambiguous" | "duplicate_in_file" | "email_in_use" | "student_id_in_use" | "possible_match" | "identity_conflict" | "lives_elsewhere" | "absent_has_live_booking" | "ragged_row";
            /** @description The student it is about; "" when there is none */
            existing_record_id: string;
        };
        ImportStudentsResponse: {
            /**
             * @description To read it again and to undo it; null in a dry run, and when nothing was changed
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            import_id: string | null;
            /** @description Who is on the list now, in its order: new, changed or as before. Then who was deactivated. */
            students: components["schemas"]["ImportedStudentResponse"][];
            /** @description Rows that were not imported; then students kept active */
            exceptions: components["schemas"]["ImportExceptionResponse"][];
        };
        StudentImportSummaryResponse: {
            /**
             * Format: int32
             * @example 1
             */
            created: number;
            /**
             * Format: int32
             * @example 1
             */
            changed: number;
            /**
             * Format: int32
             * @example 1
             */
            unchanged: number;
            /**
             * Format: int32
             * @example 1
             */
            deactivated: number;
        };
        StudentImportUndoneResponse: {
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            undone_at: string;
            /**
             * Format: int32
             * @example 1
             */
            reversed: number;
            /**
             * Format: int32
             * @example 1
             */
            kept: number;
            /**
             * Format: int32
             * @example 1
             */
            blocked: number;
        };
        StudentChangeResponse: {
            /** @example first_name */
            field: string;
            /** @example Zoe */
            from: (string | null) | number | boolean | unknown[] | {
                [key: string]: unknown;
            };
            /** @example Zoë */
            to: (string | null) | number | boolean | unknown[] | {
                [key: string]: unknown;
            };
        };
        ImportedRecordResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @enum {string} */
            action: "created" | "changed" | "unchanged" | "deactivated";
            /** @description Empty after 30 days */
            changes: components["schemas"]["StudentChangeResponse"][];
            /**
             * @description What its undo did; null without one
             * @enum {string|null}
             */
            undo_outcome: "reversed" | "kept" | "blocked" | null;
            /** @example null */
            undo_reason: string | null;
        };
        StudentImportResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            import_id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /** @enum {string} */
            type: "full" | "partial";
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * @description Who imported it
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            created_by: string;
            summary: components["schemas"]["StudentImportSummaryResponse"];
            undone: components["schemas"]["StudentImportUndoneResponse"] | null;
            /** @description In the order of the list; then who was deactivated */
            students: components["schemas"]["ImportedRecordResponse"][];
        };
        CreateStudentRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /** @example Grace */
            first_name: string;
            /** @example Hopper */
            last_name: string;
            /**
             * @description An id; the exact code or name of one location will do
             * @example 019aa000-0000-7000-8000-000000000021
             */
            location: string;
            /**
             * Format: email
             * @example grace.hopper@students.example
             */
            email?: string;
            /**
             * @description Made when absent
             * @example KC09999
             */
            student_id?: string;
            /**
             * @default student
             * @example student
             * @enum {string}
             */
            type?: "student" | "staff" | "guest";
        };
        StudentCreatedResponse: {
            /** @example 019aa000-0000-7000-8000-000000000031 */
            _id: string;
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /** Format: email */
            email?: string;
            /** @example Grace */
            first_name: string;
            /** @example Hopper */
            last_name: string;
            /** @example 019aa000-0000-7000-8000-000000000021 */
            location: string;
            /** @example KC09999 */
            student_id: string;
            /** @example Hopper, Grace */
            record_name: string;
            /** @enum {string} */
            type: "student" | "staff" | "guest";
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
            photo_url?: string;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
        };
        MarkResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Step-free room */
            name: string;
            colour: string;
        };
        StudentResponse: {
            /** @example 019aa000-0000-7000-8000-000000000031 */
            _id: string;
            /** @example Zoë */
            first_name: string;
            /** @example Ångström */
            last_name: string;
            /** @example Ångström, Zoë */
            record_name: string;
            /** @example KC00001 */
            student_id?: string;
            /** @example 019aa000-0000-7000-8000-000000000021 */
            location: string;
            /** @description The floor of the location */
            floor?: string;
            /** Format: email */
            email?: string;
            photo_url?: string;
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /** @enum {string} */
            type: "student" | "staff" | "guest";
            active: boolean;
            /** @description Always false without `student.welfare` */
            welfare_flag: boolean;
            /** @description Only with `student.welfare` */
            welfare_state?: components["schemas"]["MarkResponse"];
            flags: components["schemas"]["MarkResponse"][];
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
        };
        UpdateStudentRequest: {
            /** @example Zoë */
            first_name: string;
            /** @example Ångström */
            last_name: string;
            /**
             * @description An id; the exact code or name of one location will do
             * @example 019aa000-0000-7000-8000-000000000021
             */
            location: string;
            /**
             * Format: email
             * @description null clears
             */
            email?: string | null;
            student_id?: string;
            active?: boolean;
            /** @description Needs `student.welfare`; false clears the state */
            welfare_flag?: boolean;
            /** @description Replaces all flags */
            flags?: string[];
            /**
             * @description Needs `student.welfare`; a state sets the flag
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            welfare_state?: string | null;
        };
        SubjectDataResponse: {
            /** @description The record, with flags, welfare and picture */
            person: {
                [key: string]: unknown;
            };
            /** @description Stays as lead or beside somebody, each with its trail; of others, nothing */
            bookings: {
                [key: string]: unknown;
            }[];
            /** @description What files said of the person, as long as it is kept */
            imported_rows: {
                [key: string]: unknown;
            }[];
            /** @description When the record was changed, from what to what */
            recorded: {
                [key: string]: unknown;
            }[];
            /** @description Responses that are kept for repeated requests and name the person */
            kept_answers: {
                [key: string]: unknown;
            }[];
        };
        BeginUploadRequest: {
            /**
             * @description image/jpeg, image/png or image/webp
             * @example image/jpeg
             */
            content_type: string;
        };
        UploadLinkResponse: {
            /** @description PUT the file there within 10 minutes, with the announced Content-Type */
            url: string;
            /**
             * @description Confirms the upload
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            object_id: string;
        };
        ConfirmUploadRequest: {
            /**
             * @description From the answer that gave the link
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            object_id: string;
        };
        UploadedResponse: {
            /** @description Where the picture is from now on; empty when nothing was uploaded */
            raw_url: string;
            /** @description A link to the same file that works without a session for 10 minutes */
            source_uri: string;
            /**
             * @description False when nothing has been uploaded to the link yet
             * @example true
             */
            uploaded: boolean;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            object_id: string;
        };
        ProgressResponse: {
            /**
             * Format: int32
             * @example 500
             */
            done: number;
            /**
             * Format: int32
             * @example 20000
             */
            total: number;
            /** @example importing */
            stage: string;
        };
        JobResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /** @example booking_import */
            kind: string;
            /** @enum {string} */
            state: "waiting" | "active" | "completed" | "failed" | "cancelled";
            progress: components["schemas"]["ProgressResponse"];
            /**
             * @description Where the result is
             * @example null
             */
            result_url: string | null;
            /** @description Why it failed */
            problem: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            finished_at: string | null;
        };
        StayResponse: {
            /**
             * @description The room, or the flat that was booked as one
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location: string;
            /**
             * Format: date
             * @description The first night
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @description The day after the last night; null: open-ended
             * @example 2026-09-12
             */
            to: string | null;
            /**
             * @description Reserved, also after a planned move; lived in; or over, also before a move to another room
             * @enum {string}
             */
            state: "held" | "in_house" | "left";
        };
        BookingResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /**
             * @description Short, for people
             * @example 7K3QF2A
             */
            reference: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            lead_person: string;
            additional_people: string[];
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location: string;
            /** @enum {string} */
            status: "provisional" | "confirmed" | "checked_in" | "checked_out" | "cancelled" | "no_show" | "void";
            /**
             * @description Where it stands on the site's calendar
             * @enum {string}
             */
            phase: "upcoming" | "due_in" | "late_arrival" | "lapsed" | "in_house" | "due_out" | "overstay" | "past" | "closed";
            /**
             * Format: date
             * @example 2026-09-12
             */
            contract_start: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            contract_end: string | null;
            /**
             * Format: date
             * @description First night that it really holds
             * @example 2026-09-12
             */
            occupied_from: string;
            /**
             * Format: date
             * @description First day that it no longer holds
             * @example 2026-09-12
             */
            occupied_to: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            checked_in_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            checked_out_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            no_show_at: string | null;
            /** @example null */
            cancellation_code: string | null;
            /** @example null */
            cancellation_reason: string | null;
            vehicle_registration: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            parking_expiry_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            departure_slot_at: string | null;
            flags: string[];
            notes: string | null;
            /**
             * Format: int32
             * @description Nights for cleaning after it; null: as its location's type says
             * @example null
             */
            turnaround_days: number | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            block_booking: string | null;
            /** @enum {string} */
            source: "manual" | "bulk" | "import";
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            created_by: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            updated_by: string | null;
            /** @description With `include=stays`, and of a single booking: where it is when */
            stays?: components["schemas"]["StayResponse"][];
            /** @description What `include` asked for */
            expanded?: {
                [key: string]: unknown;
            };
        };
        BookingPageResponse: {
            data: components["schemas"]["BookingResponse"][];
            /**
             * Format: int32
             * @example 1
             */
            total: number;
            /** @description False above 10,000: the total is then an estimate */
            total_exact: boolean;
            /**
             * Format: int32
             * @example 50
             */
            limit: number;
            /**
             * Format: int32
             * @example 0
             */
            skip: number;
            /**
             * @description Leads to the next page; null on the last
             * @example null
             */
            next_cursor: string | null;
        };
        OverrideRequest: {
            /**
             * @description The booking in the way, as `conflicts` named it
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            conflict_booking_id: string;
            /**
             * @description Void it, or check its resident out
             * @example void
             * @enum {string}
             */
            action: "void" | "check_out";
            /**
             * @description Required to void
             * @example superseded
             */
            cancellation_code?: string;
            /** @description Required with the code `other` */
            cancellation_reason?: string;
        };
        CreateBookingRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * @description The student, guest or member of staff who has the room
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            lead_person: string;
            /**
             * @description A location whose type can be allocated to bookings
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location: string;
            /**
             * @description Others who live there, too
             * @example []
             */
            additional_people?: string[];
            /**
             * @default confirmed
             * @example confirmed
             * @enum {string}
             */
            status?: "provisional" | "confirmed" | "checked_in";
            /**
             * Format: date
             * @description First night; today when absent
             * @example 2027-09-18
             */
            contract_start?: string;
            /**
             * Format: date
             * @description Departure day, free for the next one; absent or null: open-ended
             * @example 2028-06-30
             */
            contract_end?: string | null;
            /** @example AB12 CDE */
            vehicle_registration?: string | null;
            /**
             * Format: date-time
             * @example 2028-06-30T12:00:00+01:00
             */
            parking_expiry_at?: string | null;
            /**
             * Format: date-time
             * @example 2028-06-30T10:00:00+01:00
             */
            departure_slot_at?: string | null;
            /** @example [] */
            flags?: string[];
            /** @example Arrives late in the evening */
            notes?: string | null;
            /**
             * Format: int32
             * @description Nights for cleaning after the stay, other than its type of location has; needs `booking.override`
             * @example null
             */
            turnaround_days?: number | null;
            /**
             * @description The block booking it belongs to
             * @example null
             */
            block_booking?: string | null;
            /** @description Takes a booking out of the way; needs `booking.override` */
            override?: components["schemas"]["OverrideRequest"];
        };
        PlannedMoveResponse: {
            /**
             * @description The other room
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location: string;
            /**
             * Format: date
             * @description The first night there
             * @example 2026-09-12
             */
            on: string;
        };
        ReasonResponse: {
            /** @example before_start */
            code: string;
            /** @example The stay starts on 2027-09-18. */
            message: string;
        };
        AllowedTransitionResponse: {
            /** @enum {string} */
            type: "confirm" | "check_in" | "check_out" | "cancel" | "no_show" | "void" | "undo_check_in" | "undo_check_out" | "reinstate";
            allowed: boolean;
            reasons: components["schemas"]["ReasonResponse"][];
            /**
             * @description Fields that the transition asks for
             * @example [
             *       "cancellation_code"
             *     ]
             */
            requires: string[];
        };
        WarningResponse: {
            /** @example person_overlap */
            code: string;
            /** @example One of the people has another live booking for some of the nights. */
            message: string;
            /** @description The bookings it is about */
            booking_ids: string[];
        };
        BookingDetailResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /**
             * @description Short, for people
             * @example 7K3QF2A
             */
            reference: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            lead_person: string;
            additional_people: string[];
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location: string;
            /** @enum {string} */
            status: "provisional" | "confirmed" | "checked_in" | "checked_out" | "cancelled" | "no_show" | "void";
            /**
             * @description Where it stands on the site's calendar
             * @enum {string}
             */
            phase: "upcoming" | "due_in" | "late_arrival" | "lapsed" | "in_house" | "due_out" | "overstay" | "past" | "closed";
            /**
             * Format: date
             * @example 2026-09-12
             */
            contract_start: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            contract_end: string | null;
            /**
             * Format: date
             * @description First night that it really holds
             * @example 2026-09-12
             */
            occupied_from: string;
            /**
             * Format: date
             * @description First day that it no longer holds
             * @example 2026-09-12
             */
            occupied_to: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            checked_in_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            checked_out_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            no_show_at: string | null;
            /** @example null */
            cancellation_code: string | null;
            /** @example null */
            cancellation_reason: string | null;
            vehicle_registration: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            parking_expiry_at: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            departure_slot_at: string | null;
            flags: string[];
            notes: string | null;
            /**
             * Format: int32
             * @description Nights for cleaning after it; null: as its location's type says
             * @example null
             */
            turnaround_days: number | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            block_booking: string | null;
            /** @enum {string} */
            source: "manual" | "bulk" | "import";
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            created_by: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            updated_by: string | null;
            /** @description Where it is, was and will be, the earliest first; none when it was cancelled */
            stays: components["schemas"]["StayResponse"][];
            /** @description What `include` asked for */
            expanded?: {
                [key: string]: unknown;
            };
            /** @description The move to another room that is still to come */
            planned_move: components["schemas"]["PlannedMoveResponse"] | null;
            allowed_transitions: components["schemas"]["AllowedTransitionResponse"][];
            warnings: components["schemas"]["WarningResponse"][];
        };
        UpdateBookingRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            lead_person?: string;
            /** @example [] */
            additional_people?: string[];
            /**
             * @description Another room; when checked in, the move happens today
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location?: string;
            /** @example [] */
            flags?: string[];
            /**
             * Format: date
             * @description null: the day on which the booking was created
             * @example 2026-09-12
             */
            contract_start?: string | null;
            /**
             * Format: date
             * @description null: open-ended
             * @example 2026-09-12
             */
            contract_end?: string | null;
            vehicle_registration?: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            parking_expiry_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            departure_slot_at?: string | null;
            notes?: string | null;
            /**
             * Format: int32
             * @description Nights for cleaning after the stay, other than its type of location has; needs `booking.override`
             * @example null
             */
            turnaround_days?: number | null;
        };
        ActorResponse: {
            /** @enum {string} */
            type: "user" | "system" | "api_key";
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string | null;
            /** @example Robin Clerk */
            name: string;
        };
        ChangeResponse: {
            /** @example contract_end */
            field: string;
            /** @example 2028-06-30 */
            from: (string | null) | number | boolean | unknown[] | {
                [key: string]: unknown;
            };
            /** @example 2028-07-15 */
            to: (string | null) | number | boolean | unknown[] | {
                [key: string]: unknown;
            };
        };
        CauseResponse: {
            /** @enum {string} */
            kind: "override" | "bulk" | "import" | "undo" | "overstay";
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            id: string;
        };
        TransactionResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            booking: string;
            /**
             * Format: int32
             * @example 1
             */
            sequence: number;
            /** @enum {string} */
            type: "created" | "updated" | "moved" | "confirm" | "check_in" | "check_out" | "cancel" | "no_show" | "void" | "undo_check_in" | "undo_check_out" | "reinstate";
            /** @enum {string|null} */
            from_status: "provisional" | "confirmed" | "checked_in" | "checked_out" | "cancelled" | "no_show" | "void" | null;
            /** @enum {string} */
            to_status: "provisional" | "confirmed" | "checked_in" | "checked_out" | "cancelled" | "no_show" | "void";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-09-12T14:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When it was written down
             * @example 2026-09-12T14:00:00.000Z
             */
            recorded_at: string;
            actor: components["schemas"]["ActorResponse"];
            notes: string | null;
            cancellation_code: string | null;
            cancellation_reason: string | null;
            changes: components["schemas"]["ChangeResponse"][];
            caused_by: components["schemas"]["CauseResponse"] | null;
            request_id: string | null;
        };
        TransactionPageResponse: {
            data: components["schemas"]["TransactionResponse"][];
            /**
             * Format: int32
             * @example 2
             */
            total: number;
            /**
             * Format: int32
             * @example 50
             */
            limit: number;
            /**
             * Format: int32
             * @example 0
             */
            skip: number;
        };
        BlockRequest: {
            /** @example Summer school 2027 */
            name: string;
            /** @example Invoice to the faculty */
            notes?: string | null;
        };
        AssignmentRequest: {
            /**
             * @description Who has the room
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            person_id: string;
            /**
             * @description A location whose type can be allocated to bookings
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location_id: string;
            /**
             * @description Others who live there, too
             * @example []
             */
            additional_people?: string[];
            /** @description Takes a booking out of the way; needs `booking.override` */
            override?: components["schemas"]["OverrideRequest"];
        };
        BulkRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * Format: date
             * @description First night of every booking
             * @example 2027-07-05
             */
            contract_start: string;
            /**
             * Format: date
             * @description Departure day; open-ended if not
             * @example 2027-07-17
             */
            contract_end?: string | null;
            /** @example [] */
            flags?: string[];
            /** @example Key at the gate */
            notes?: string | null;
            /** @description Makes a block booking that the bookings belong to */
            block?: components["schemas"]["BlockRequest"] | null;
            /**
             * @description All rows or none
             * @default false
             */
            atomic?: boolean;
            assignments: components["schemas"]["AssignmentRequest"][];
        };
        BlockSummaryResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            name: string;
            notes: string | null;
        };
        BulkSummaryResponse: {
            /**
             * Format: int32
             * @example 2
             */
            requested: number;
            /**
             * Format: int32
             * @example 1
             */
            created: number;
            /**
             * Format: int32
             * @example 1
             */
            failed: number;
            /**
             * Format: int32
             * @example 0
             */
            rolled_back: number;
        };
        BulkRowResponse: {
            /**
             * Format: int32
             * @description Position in the request
             * @example 0
             */
            index: number;
            /** @enum {string} */
            outcome: "created" | "failed" | "rolled_back";
            booking: components["schemas"]["BookingResponse"] | null;
            /**
             * @description The booking that made way
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            overridden_booking_id: string | null;
            /** @description Why the row failed: code, title, status, detail, errors and the members of the code */
            error: {
                [key: string]: unknown;
            } | null;
        };
        BulkResponse: {
            /** @description Only if a row succeeded */
            block_booking: components["schemas"]["BlockSummaryResponse"] | null;
            summary: components["schemas"]["BulkSummaryResponse"];
            results: components["schemas"]["BulkRowResponse"][];
        };
        BookingTransitionRequest: {
            /**
             * @example check_in
             * @enum {string}
             */
            type: "confirm" | "check_in" | "check_out" | "cancel" | "no_show" | "void" | "undo_check_in" | "undo_check_out" | "reinstate";
            /**
             * Format: date-time
             * @description When it happened; now when absent
             */
            occurred_at?: string;
            /** @example Key handed over */
            notes?: string;
            /** @description Required to cancel and to void: a code of the site */
            cancellation_code?: string;
            /** @description Required with the code `other` */
            cancellation_reason?: string;
            /**
             * @description The booking
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            booking_id: string;
            /**
             * Format: int32
             * @description Only at this version
             * @example 1
             */
            version?: number;
        };
        BulkTransitionRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * @description All rows or none
             * @default false
             */
            atomic?: boolean;
            /** @description Each booking at most once */
            transitions: components["schemas"]["BookingTransitionRequest"][];
        };
        BulkTransitionSummaryResponse: {
            /**
             * Format: int32
             * @example 2
             */
            requested: number;
            /**
             * Format: int32
             * @example 1
             */
            transitioned: number;
            /**
             * Format: int32
             * @example 1
             */
            failed: number;
            /**
             * Format: int32
             * @example 0
             */
            rolled_back: number;
        };
        BulkTransitionRowResponse: {
            /**
             * Format: int32
             * @description Position in the request
             * @example 0
             */
            index: number;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            booking_id: string;
            /** @enum {string} */
            outcome: "transitioned" | "failed" | "rolled_back";
            booking: components["schemas"]["BookingDetailResponse"] | null;
            transaction: components["schemas"]["TransactionResponse"] | null;
            /** @description Why the row failed: code, title, status, detail, errors and the members of the code */
            error: {
                [key: string]: unknown;
            } | null;
        };
        BulkTransitionResponse: {
            summary: components["schemas"]["BulkTransitionSummaryResponse"];
            results: components["schemas"]["BulkTransitionRowResponse"][];
        };
        TransitionRequest: {
            /**
             * @example check_in
             * @enum {string}
             */
            type: "confirm" | "check_in" | "check_out" | "cancel" | "no_show" | "void" | "undo_check_in" | "undo_check_out" | "reinstate";
            /**
             * Format: date-time
             * @description When it happened; now when absent
             */
            occurred_at?: string;
            /** @example Key handed over */
            notes?: string;
            /** @description Required to cancel and to void: a code of the site */
            cancellation_code?: string;
            /** @description Required with the code `other` */
            cancellation_reason?: string;
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
        };
        TransitionResponse: {
            booking: components["schemas"]["BookingDetailResponse"];
            transaction: components["schemas"]["TransactionResponse"];
        };
        SwapRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * @description The other booking
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            with_booking: string;
            /**
             * Format: date
             * @description The first night in the room of the other: today when absent, as for a move of one booking
             */
            on?: string;
            /** @example Agreed with both */
            notes?: string;
        };
        SwapResponse: {
            booking: components["schemas"]["BookingDetailResponse"];
            with_booking: components["schemas"]["BookingDetailResponse"];
        };
        MoveRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * @description The other room
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location: string;
            /**
             * Format: date
             * @description The first night in the other room: today when absent, a day that is over, or one that is still to come
             * @example 2027-10-01
             */
            on?: string;
            /** @example Asked for a quieter room */
            notes?: string;
        };
        StatusCountsResponse: {
            /**
             * Format: int32
             * @example 0
             */
            provisional: number;
            /**
             * Format: int32
             * @example 12
             */
            confirmed: number;
            /**
             * Format: int32
             * @example 0
             */
            checked_in: number;
            /**
             * Format: int32
             * @example 0
             */
            checked_out: number;
            /**
             * Format: int32
             * @example 0
             */
            cancelled: number;
            /**
             * Format: int32
             * @example 0
             */
            no_show: number;
            /**
             * Format: int32
             * @example 0
             */
            void: number;
        };
        BlockBookingResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /** @example Summer school 2027 */
            name: string;
            notes: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            created_by: string | null;
            counts: components["schemas"]["StatusCountsResponse"];
        };
        BlockBookingPageResponse: {
            data: components["schemas"]["BlockBookingResponse"][];
            /**
             * Format: int32
             * @example 1
             */
            total: number;
            /**
             * Format: int32
             * @example 50
             */
            limit: number;
            /**
             * Format: int32
             * @example 0
             */
            skip: number;
        };
        BuildingCountResponse: {
            /**
             * @description The location at the top: a building
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            building: string;
            /** @example North House */
            name: string;
            /**
             * Format: int32
             * @example 12
             */
            count: number;
        };
        DayEntryResponse: {
            /**
             * @description The booking
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            _id: string;
            /** @example 7K3QF2A */
            reference: string;
            /** @enum {string} */
            status: "provisional" | "confirmed" | "checked_in" | "checked_out" | "cancelled" | "no_show" | "void";
            /**
             * @description Where it stands today
             * @enum {string}
             */
            phase: "upcoming" | "due_in" | "late_arrival" | "lapsed" | "in_house" | "due_out" | "overstay" | "past" | "closed";
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            lead_person: string;
            /** @example Byron, Ada */
            record_name: string;
            /** @example KC00018 */
            student_id: string;
            /**
             * Format: int32
             * @description How many people beside the lead person
             * @example 0
             */
            additional_people: number;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location: string;
            /** @example Room 101 */
            location_name: string;
            /** @example N-101 */
            location_code: string | null;
            /** @example 1 */
            floor: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            building: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            contract_start: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            contract_end: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            departure_slot_at: string | null;
            flags: string[];
            /**
             * Format: int32
             * @example 1
             */
            version: number;
        };
        DayListResponse: {
            /**
             * Format: int32
             * @example 12
             */
            count: number;
            /** @description Buildings with any, by name */
            by_building: components["schemas"]["BuildingCountResponse"][];
            /** @description The first ones, by building and room */
            entries: components["schemas"]["DayEntryResponse"][];
        };
        ArrivalsResponse: {
            /** @description Expected on this day */
            due: components["schemas"]["DayListResponse"];
            /** @description Expected on an earlier day; of no day to come */
            late: components["schemas"]["DayListResponse"];
            /** @description Checked in on this day */
            done: components["schemas"]["DayListResponse"];
        };
        DeparturesResponse: {
            /** @description Should leave on this day */
            due: components["schemas"]["DayListResponse"];
            /** @description Should have left on an earlier day; of no day to come */
            overdue: components["schemas"]["DayListResponse"];
            /** @description Checked out on this day */
            done: components["schemas"]["DayListResponse"];
        };
        PlannedMovesResponse: {
            /**
             * Format: int32
             * @example 0
             */
            count: number;
            /** @description By name of the room before */
            entries: components["schemas"]["PlannedMoveResponse"][];
        };
        DayClosureResponse: {
            /**
             * @description The closure
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location: string;
            /** @example Room 101 */
            location_name: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            to: string | null;
            /** @enum {string} */
            kind: "maintenance" | "refurbishment" | "staff_use" | "other";
            /** @example New windows */
            reason: string | null;
        };
        ClosuresOfDayResponse: {
            /**
             * Format: int32
             * @example 0
             */
            count: number;
            entries: components["schemas"]["DayClosureResponse"][];
        };
        DayClosuresResponse: {
            /** @description Closures whose first night is this one */
            begin: components["schemas"]["ClosuresOfDayResponse"];
            /** @description Closures that open again on this day */
            end: components["schemas"]["ClosuresOfDayResponse"];
        };
        SlotTimeResponse: {
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            at: string;
            /**
             * Format: int32
             * @example 4
             */
            count: number;
            /**
             * Format: int32
             * @description Of these, who has checked out
             * @example 1
             */
            done: number;
        };
        DepartureSlotsResponse: {
            /**
             * Format: int32
             * @example 4
             */
            count: number;
            /** @description By time */
            times: components["schemas"]["SlotTimeResponse"][];
            /** @description The first ones, by time */
            entries: components["schemas"]["DayEntryResponse"][];
        };
        SiteDayResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /**
             * Format: date
             * @description The day that is shown
             * @example 2026-09-12
             */
            on: string;
            /**
             * Format: date
             * @description The site's date now
             * @example 2026-09-12
             */
            today: string;
            arrivals: components["schemas"]["ArrivalsResponse"];
            departures: components["schemas"]["DeparturesResponse"];
            /** @description Of the night of this day: up to today who was there, later who will be */
            in_house: components["schemas"]["DayListResponse"];
            planned_moves: components["schemas"]["PlannedMovesResponse"];
            closures: components["schemas"]["DayClosuresResponse"];
            departure_slots: components["schemas"]["DepartureSlotsResponse"];
        };
        DayResponse: {
            /**
             * Format: date
             * @description The night that begins on this date
             * @example 2026-09-12
             */
            date: string;
            /**
             * Format: int32
             * @example 120
             */
            total: number;
            /**
             * Format: int32
             * @example 17
             */
            free: number;
        };
        TypeAvailabilityResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location_type: string;
            /** @example Room */
            name: string;
            /**
             * Format: int32
             * @description Places; a location with others below it is one
             * @example 120
             */
            total: number;
            /**
             * Format: int32
             * @description Places that are free for every night of the range
             * @example 11
             */
            free: number;
            days: components["schemas"]["DayResponse"][];
        };
        FreeLocationResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Room 101 */
            name: string;
            /** @example N-101 */
            code: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location_type: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            parent: string | null;
            /** @example 1 */
            floor: string | null;
            /**
             * Format: int32
             * @example 1
             */
            capacity: number;
            /**
             * Format: int32
             * @description Places free for every night of the range
             * @example 1
             */
            free: number;
        };
        AvailabilityResponse: {
            /**
             * Format: date
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            to: string;
            types: components["schemas"]["TypeAvailabilityResponse"][];
            /** @description By name: those free for every night of the range */
            data: components["schemas"]["FreeLocationResponse"][];
            /**
             * Format: int32
             * @example 11
             */
            total: number;
            /**
             * Format: int32
             * @example 200
             */
            limit: number;
            /**
             * Format: int32
             * @example 0
             */
            skip: number;
        };
        ClosureResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            site: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @description The day on which it opens again
             * @example 2026-09-12
             */
            to: string | null;
            /** @enum {string} */
            kind: "maintenance" | "refurbishment" | "staff_use" | "other";
            /** @example New windows */
            reason: string | null;
            notes: string | null;
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            created_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            created_by: string | null;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            updated_at: string;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            updated_by: string | null;
        };
        ClosurePageResponse: {
            data: components["schemas"]["ClosureResponse"][];
            /**
             * Format: int32
             * @example 1
             */
            total: number;
            /**
             * Format: int32
             * @example 50
             */
            limit: number;
            /**
             * Format: int32
             * @example 0
             */
            skip: number;
        };
        CreateClosureRequest: {
            /**
             * @description What is closed, with everything below it
             * @example 019aa000-0000-7000-8000-000000000022
             */
            location: string;
            /**
             * Format: date
             * @description The first night
             * @example 2027-07-01
             */
            from: string;
            /**
             * Format: date
             * @description The day on which it opens again; absent or null: open-ended
             * @example 2027-07-15
             */
            to?: string | null;
            /**
             * @example maintenance
             * @enum {string}
             */
            kind: "maintenance" | "refurbishment" | "staff_use" | "other";
            /** @example New windows */
            reason?: string | null;
            /** @example The builder has the keys */
            notes?: string | null;
        };
        UpdateClosureRequest: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location?: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            from?: string;
            /**
             * Format: date
             * @description null: open-ended
             * @example 2026-09-12
             */
            to?: string | null;
            /** @enum {string} */
            kind?: "maintenance" | "refurbishment" | "staff_use" | "other";
            reason?: string | null;
            notes?: string | null;
        };
        EndClosureRequest: {
            /**
             * Format: date
             * @description The day on which it opens again; today when absent
             */
            on?: string;
        };
        OccupancyDayResponse: {
            /**
             * Format: date
             * @description The night that begins on this date
             * @example 2026-09-12
             */
            date: string;
            /**
             * Format: int32
             * @description Places; of a flat whose rooms can be booked, the rooms
             * @example 120
             */
            capacity: number;
            /**
             * Format: int32
             * @description Out of service
             * @example 2
             */
            closed: number;
            /**
             * Format: int32
             * @description Reserved
             * @example 30
             */
            held: number;
            /**
             * Format: int32
             * @description Lived in
             * @example 71
             */
            in_house: number;
            /**
             * Format: int32
             * @description Kept free for cleaning
             * @example 0
             */
            turnaround: number;
            /**
             * Format: int32
             * @description Places whose stay begins
             * @example 4
             */
            arrivals: number;
            /**
             * Format: int32
             * @description Places whose stay ends on this day
             * @example 3
             */
            departures: number;
            /**
             * Format: int32
             * @example 17
             */
            free: number;
        };
        OccupancyGroupResponse: {
            /**
             * @description The location type or the building; null for all together
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            _id: string | null;
            /** @example null */
            name: string | null;
            days: components["schemas"]["OccupancyDayResponse"][];
        };
        OccupancyResponse: {
            /**
             * Format: date
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            to: string;
            /** @enum {string} */
            group_by: "day" | "location_type" | "building";
            data: components["schemas"]["OccupancyGroupResponse"][];
        };
        CalendarPersonResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example Byron, Ada */
            name: string;
        };
        CalendarBookingResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @example 7K3QF2A */
            reference: string;
            /** @example confirmed */
            status: string;
            lead_person: components["schemas"]["CalendarPersonResponse"];
        };
        CalendarClosureResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            _id: string;
            /** @enum {string} */
            kind: "maintenance" | "refurbishment" | "staff_use" | "other";
            reason: string | null;
        };
        CalendarEntryResponse: {
            /**
             * Format: date
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @description The day after the last night; null: open-ended
             * @example 2026-09-12
             */
            to: string | null;
            /** @enum {string} */
            state: "held" | "in_house" | "left" | "closed";
            /**
             * Format: int32
             * @description Nights for cleaning after it
             * @example 0
             */
            turnaround_days: number;
            booking: components["schemas"]["CalendarBookingResponse"] | null;
            closure: components["schemas"]["CalendarClosureResponse"] | null;
        };
        CalendarPlaceResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            location: string;
            /** @example Studio 101 */
            name: string;
            /** @example M-101 */
            code: string | null;
            /**
             * @description The names from the asked location down
             * @example Floor 1 / Studio 101
             */
            path: string;
            /**
             * Format: int32
             * @description Which of the places of the location
             * @example 1
             */
            slot: number;
            entries: components["schemas"]["CalendarEntryResponse"][];
        };
        CalendarResponse: {
            /**
             * Format: date
             * @example 2026-09-12
             */
            from: string;
            /**
             * Format: date
             * @example 2026-09-12
             */
            to: string;
            data: components["schemas"]["CalendarPlaceResponse"][];
            /**
             * Format: int32
             * @description Places
             * @example 120
             */
            total: number;
            /**
             * Format: int32
             * @example 200
             */
            limit: number;
            /**
             * Format: int32
             * @example 0
             */
            skip: number;
        };
        BookingImportRowRequest: {
            /**
             * Format: int32
             * @description Position of the row; each at most once
             * @example 0
             */
            row_index: number;
            /**
             * @description Cells by column name; names are matched loosely
             * @example {
             *       "student_id": "S-100001",
             *       "first_name": "Ada",
             *       "last_name": "Byron",
             *       "room": "N-101",
             *       "contract_start": "2027-09-18",
             *       "contract_end": "2028-06-30"
             *     }
             */
            values: {
                [key: string]: unknown;
            };
        };
        ImportPreviewRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /** @description What columns of the file are, by their header: the name of a field, or `ignore`. Settles `unread_column` for all rows. */
            columns?: {
                [key: string]: unknown;
            };
            /**
             * @description How the file writes days: `dmy`, `mdy` or `ymd`. What its dates prove when absent.
             * @enum {string}
             */
            date_order?: "dmy" | "mdy" | "ymd";
            /**
             * @description From which year numbers count days: 1900, or 1904 in workbooks of old Macs. What the file says or proves when absent.
             * @enum {string}
             */
            date_system?: "1900" | "1904";
            rows: components["schemas"]["BookingImportRowRequest"][];
        };
        ImportPreviewSummaryResponse: {
            /**
             * Format: int32
             * @example 4
             */
            total: number;
            /**
             * Format: int32
             * @example 2
             */
            ready: number;
            /**
             * Format: int32
             * @example 1
             */
            needs_decision: number;
            /**
             * Format: int32
             * @example 1
             */
            error: number;
            /**
             * Format: int32
             * @example 0
             */
            duplicate: number;
        };
        ImportColumnsResponse: {
            /**
             * @example [
             *       "student_id",
             *       "room"
             *     ]
             */
            recognised: string[];
            /**
             * @example [
             *       "favourite colour"
             *     ]
             */
            unknown: string[];
            /**
             * @description Not read because somebody declared so
             * @example []
             */
            ignored: string[];
        };
        ImportIssueResponse: {
            /** @enum {string} */
            code: "missing_required" | "invalid_date" | "ambiguous_date" | "invalid_email" | "invalid_value" | "person_not_found" | "person_ambiguous" | "person_possible_match" | "location_not_found" | "location_ambiguous" | "location_not_allocatable" | "date_range_invalid" | "conflict_booking" | "conflict_in_file" | "duplicate_in_file" | "duplicate_existing" | "unknown_column" | "value_too_long" | "status_inferred" | "leading_zero_mismatch" | "past_stay" | "person_overlap" | "booking_not_found" | "booking_closed" | "booking_changed" | "unread_column" | "ragged_row" | "person_inactive" | "was_cancelled" | "lives_elsewhere" | "changed_since_export" | "status_unknown" | "status_not_imported";
            /** @example contract_start */
            field: string | null;
            /** @enum {string} */
            severity: "error" | "warning" | "info";
            /** @example reads as 2027-09-08 or 2027-08-09; write YYYY-MM-DD */
            message: string;
            /** @example 08/09/2027 */
            value: string | null;
            /** @example null */
            suggestion: string | null;
        };
        ImportPreviewRowResponse: {
            /**
             * Format: int32
             * @example 0
             */
            row_index: number;
            /** @enum {string} */
            state: "ready" | "needs_decision" | "error" | "duplicate";
            /** @description The filled cells as they came, by field, or by header where a column is not read; a commit takes them so */
            values: {
                [key: string]: unknown;
            };
            /** @description The cells as they were understood; what could not be read is null */
            normalized: {
                [key: string]: unknown;
            };
            /** @description `match`, `person_id`, `score`, `matched_on` and up to five `candidates` */
            person: {
                [key: string]: unknown;
            };
            /** @description The same for the room */
            location: {
                [key: string]: unknown;
            };
            /** @description `value`, `inferred` and the `reason` */
            status: {
                [key: string]: unknown;
            } | null;
            /** @description Bookings in the way */
            conflicts: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            planned: "create" | "update" | "none";
            /**
             * @description The booking that the row is about, or repeats
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            booking_id: string | null;
            /**
             * Format: int32
             * @description Its version
             * @example null
             */
            booking_version: number | null;
            /** @description `field`, `from`, `to` */
            changes: {
                [key: string]: unknown;
            }[];
            issues: components["schemas"]["ImportIssueResponse"][];
        };
        ImportPreviewResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            preview_id: string;
            /**
             * Format: date-time
             * @example 2026-09-12T14:00:00.000Z
             */
            generated_at: string;
            summary: components["schemas"]["ImportPreviewSummaryResponse"];
            columns: components["schemas"]["ImportColumnsResponse"];
            rows: components["schemas"]["ImportPreviewRowResponse"][];
        };
        ImportPersonRequest: {
            /** @example Grace */
            first_name: string;
            /** @example Hopper */
            last_name: string;
            /**
             * Format: email
             * @example grace@example.org
             */
            email?: string;
            student_id?: string;
            /** @description Where they live; the room of the row when absent */
            location?: string;
        };
        ResolutionRequest: {
            /**
             * Format: int32
             * @description The row that it is for
             * @example 3
             */
            row_index: number;
            /**
             * @example create
             * @enum {string}
             */
            action: "create" | "update" | "skip";
            /**
             * @description Who it is
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            person_id?: string;
            /** @description Somebody new */
            create_person?: components["schemas"]["ImportPersonRequest"];
            /**
             * @description Which location it is
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            location_id?: string;
            /**
             * @example confirmed
             * @enum {string}
             */
            status?: "provisional" | "confirmed" | "checked_in" | "checked_out";
            /**
             * @description The booking to update
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            booking_id?: string;
            /**
             * Format: int32
             * @description The `booking_version` of the preview: a booking that was changed since is left alone, and the row fails
             */
            expected_version?: number;
            /**
             * @description Corrected cells
             * @example {
             *       "contract_start": "2027-09-18"
             *     }
             */
            values?: {
                [key: string]: unknown;
            };
            /** @description Takes a booking out of the way */
            override?: components["schemas"]["OverrideRequest"];
            /**
             * @description Issues of the person that are all right: the first candidate is taken. `unread_column` and `ragged_row`: what is not read does not matter.
             * @example [
             *       "person_possible_match"
             *     ]
             */
            accept?: ("missing_required" | "invalid_date" | "ambiguous_date" | "invalid_email" | "invalid_value" | "person_not_found" | "person_ambiguous" | "person_possible_match" | "location_not_found" | "location_ambiguous" | "location_not_allocatable" | "date_range_invalid" | "conflict_booking" | "conflict_in_file" | "duplicate_in_file" | "duplicate_existing" | "unknown_column" | "value_too_long" | "status_inferred" | "leading_zero_mismatch" | "past_stay" | "person_overlap" | "booking_not_found" | "booking_closed" | "booking_changed" | "unread_column" | "ragged_row" | "person_inactive" | "was_cancelled" | "lives_elsewhere" | "changed_since_export" | "status_unknown" | "status_not_imported")[];
        };
        CommitRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
            /**
             * @description Sent again, it gets the same answer and no second import
             * @example autumn-2027
             */
            idempotency_key: string;
            rows: components["schemas"]["BookingImportRowRequest"][];
            /** @description What columns of the file are, by their header: the name of a field, or `ignore`. Settles `unread_column` for all rows. */
            columns?: {
                [key: string]: unknown;
            };
            /**
             * @description How the file writes days: `dmy`, `mdy` or `ymd`. What its dates prove when absent.
             * @enum {string}
             */
            date_order?: "dmy" | "mdy" | "ymd";
            /**
             * @description From which year numbers count days: 1900, or 1904 in workbooks of old Macs. What the file says or proves when absent.
             * @enum {string}
             */
            date_system?: "1900" | "1904";
            resolutions?: components["schemas"]["ResolutionRequest"][];
        };
        ImportUndoneResponse: {
            /** @enum {string} */
            status: "completed" | "processing" | "failed" | "cancelled";
            /**
             * @description The job that does it; null for an import that an earlier release undid
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            job_id: string | null;
            /**
             * Format: date-time
             * @description When it was over
             * @example 2026-09-12T14:00:00.000Z
             */
            undone_at: string | null;
            /**
             * Format: int32
             * @example 0
             */
            reversed: number;
            /**
             * Format: int32
             * @example 0
             */
            kept: number;
            /**
             * Format: int32
             * @example 0
             */
            blocked: number;
        };
        BookingImportSummaryResponse: {
            /**
             * Format: int32
             * @example 0
             */
            created: number;
            /**
             * Format: int32
             * @example 0
             */
            updated: number;
            /**
             * Format: int32
             * @example 0
             */
            skipped: number;
            /**
             * Format: int32
             * @example 0
             */
            failed: number;
            /**
             * Format: int32
             * @example 0
             */
            persons_created: number;
        };
        BookingImportRowResponse: {
            /**
             * Format: int32
             * @example 0
             */
            row_index: number;
            /** @enum {string} */
            outcome: "created" | "updated" | "skipped" | "failed";
            /** @example null */
            reason: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            booking_id: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            person_id: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            overridden_booking_id: string | null;
            /**
             * @description The fields of a booking that the row changed
             * @example []
             */
            changed: string[];
            issues: components["schemas"]["ImportIssueResponse"][];
        };
        BookingImportResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            import_id: string;
            /** @enum {string} */
            status: "completed" | "processing" | "failed" | "cancelled";
            /** @description Its undo; null when nobody asked for one */
            undone: components["schemas"]["ImportUndoneResponse"] | null;
            summary: components["schemas"]["BookingImportSummaryResponse"];
            /** @description Rows that are done, in the order of the file */
            results: components["schemas"]["BookingImportRowResponse"][];
        };
        SiteRequest: {
            /**
             * @description The site
             * @example 019aa000-0000-7000-8000-000000000001
             */
            site: string;
        };
        ImportUndoSummaryResponse: {
            /**
             * Format: int32
             * @example 0
             */
            reversed: number;
            /**
             * Format: int32
             * @example 0
             */
            kept: number;
            /**
             * Format: int32
             * @example 0
             */
            blocked: number;
        };
        ImportUndoRowResponse: {
            /**
             * Format: int32
             * @example 0
             */
            row_index: number;
            /** @enum {string} */
            outcome: "reversed" | "kept" | "blocked";
            /** @example The booking was changed since. */
            reason: string | null;
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            booking_id: string | null;
            /**
             * @description Whom the row had made; null when nobody
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            person_id: string | null;
            /**
             * @description What became of them: kept when somebody changed them since, or they have another live booking
             * @enum {string|null}
             */
            person_outcome: "removed" | "kept" | null;
        };
        ImportUndoResponse: {
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            import_id: string;
            /**
             * @description `processing`: watch its job, or ask again
             * @enum {string}
             */
            status: "completed" | "processing" | "failed" | "cancelled";
            /** @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a */
            job_id: string | null;
            summary: components["schemas"]["ImportUndoSummaryResponse"];
            results: components["schemas"]["ImportUndoRowResponse"][];
        };
        FieldFaultResponse: {
            /**
             * @description JSON Pointer into the body, or the name of a query parameter
             * @example /contract_end
             */
            pointer: string;
            /** @example date */
            code: string;
            /** @example must be a date YYYY-MM-DD between 2000 and 2100 */
            detail: string;
        };
        ProblemResponse: {
            /**
             * @description The page that explains the code
             * @example http://localhost:3000/problems/validation_failed
             */
            type: string;
            /** @example The request does not have the expected shape */
            title: string;
            /**
             * Format: int32
             * @example 400
             */
            status: number;
            /** @example /contract_end must be a date YYYY-MM-DD between 2000 and 2100 */
            detail: string;
            /**
             * @description The request id, as in X-Request-Id and the log
             * @example 0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a
             */
            instance: string;
            /** @enum {string} */
            code: "malformed_json" | "validation_failed" | "unknown_field" | "invalid_query" | "unauthenticated" | "invalid_credentials" | "session_expired" | "session_reuse_detected" | "forbidden" | "password_change_required" | "csrf_rejected" | "link_invalid" | "not_found" | "category_not_covered" | "method_not_allowed" | "request_timeout" | "booking_conflict" | "closure_conflict" | "transition_not_allowed" | "booking_closed" | "override_not_applicable" | "duplicate_name" | "email_in_use" | "student_id_in_use" | "has_live_bookings" | "location_type_in_use" | "location_in_use" | "category_already_covered" | "deactivation_threshold_exceeded" | "in_use" | "already_member" | "already_invited" | "last_admin" | "import_in_progress" | "not_cancellable" | "idempotency_in_progress" | "answer_erased" | "version_mismatch" | "payload_too_large" | "unsupported_media_type" | "unknown_reference" | "location_not_allocatable" | "invalid_date_range" | "initial_status_not_allowed" | "cancellation_code_required" | "cancellation_code_unknown" | "occurred_at_out_of_range" | "idempotency_key_reused" | "empty_full_import" | "invalid_targets" | "invalid_events" | "business_hours_required" | "invalid_image" | "weak_password" | "reset_token_invalid" | "rate_limited" | "internal_error" | "overloaded" | "job_timeout" | "dependency_unavailable";
            errors: components["schemas"]["FieldFaultResponse"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests that the closest limit allows in its time */
        "RateLimit-Limit": number;
        /** @description Requests that are left of them */
        "RateLimit-Remaining": number;
        /** @description Seconds until the next one is free */
        "RateLimit-Reset": number;
        /** @description Seconds until the same request may be sent again */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Health_live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Health_startup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Health_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadinessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sessions_logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `invalid_credentials`: Email or password is wrong */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `password_change_required`: The password must be changed first */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `weak_password`: The password is too weak */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer; `overloaded`: Lodge is busy */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sessions_logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sessions_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended; `session_reuse_detected`: A refresh credential was used twice */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Users_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Users_hint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HintRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    PasswordResets_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    PasswordResets_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `reset_token_invalid`: The link is no longer valid; `weak_password`: The password is too weak */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer; `overloaded`: Lodge is busy */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Members_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Members_add: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMemberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `already_member`: The user is a member already; `already_invited`: The email has an open invitation */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Members_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `last_admin`: The last administrator of a site stays */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Members_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `last_admin`: The last administrator of a site stays */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Members_suspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `last_admin`: The last administrator of a site stays */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Members_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    MemberAccess_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessionResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    MemberAccess_endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    MemberAccess_endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                sessionId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    MemberAccess_apiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    MemberAccess_endApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                keyId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Invitations_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnInvitationResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Invitations_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Invitations_decline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    AuditLog_ofSite: {
        parameters: {
            query?: {
                /** @description The id of a user or an API key: what they did */
                actor?: string;
                /** @description The id of a record: what was done to it */
                resource?: string;
                /** @description What kind of record */
                kind?: "user" | "session" | "membership" | "invitation" | "api_key" | "site" | "student" | "location" | "location_type" | "flag" | "welfare_state" | "category" | "cancellation_code" | "sla_policy" | "block_booking" | "booking" | "import" | "document";
                /** @description What was done */
                action?: string;
                /** @description From then on */
                from?: string;
                /** @description Before then */
                to?: string;
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    AuditLog_ofAccounts: {
        parameters: {
            query?: {
                /** @description The id of a user or an API key: what they did */
                actor?: string;
                /** @description The id of a record: what was done to it */
                resource?: string;
                /** @description What kind of record */
                kind?: "user" | "session" | "membership" | "invitation" | "api_key" | "site" | "student" | "location" | "location_type" | "flag" | "welfare_state" | "category" | "cancellation_code" | "sla_policy" | "block_booking" | "booking" | "import" | "document";
                /** @description What was done */
                action?: string;
                /** @description From then on */
                from?: string;
                /** @description Before then */
                to?: string;
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    OwnSessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessionResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    OwnSessions_endOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    OwnSessions_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    ApiKeys_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    ApiKeys_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    ApiKeys_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sites_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sites_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSiteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sites_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Sites_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSiteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `business_hours_required`: An SLA policy counts business hours and the site has none */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    CancellationCodes_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationCodeResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    CancellationCodes_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCancellationCodeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationCodeResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    CancellationCodes_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                codeId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationCodeResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    CancellationCodes_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                codeId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `in_use`: The record is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    CancellationCodes_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                codeId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCancellationCodeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationCodeResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Flags_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Flags_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateListEntryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Flags_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                flagId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Flags_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                flagId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `in_use`: The record is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Flags_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                flagId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateListEntryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Welfarestates_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Welfarestates_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateListEntryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Welfarestates_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                welfareStateId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Welfarestates_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                welfareStateId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `in_use`: The record is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Welfarestates_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                welfareStateId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateListEntryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Categories_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Categories_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateListEntryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Categories_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Categories_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `in_use`: The record is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Categories_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                categoryId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateListEntryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    SlaPolicies_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    SlaPolicies_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSlaPolicyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `category_already_covered`: A category is in another enabled SLA policy */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_targets`: The targets of the SLA policy do not make sense; `business_hours_required`: An SLA policy counts business hours and the site has none */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    SlaPolicies_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    SlaPolicies_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSlaPolicyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `category_already_covered`: A category is in another enabled SLA policy */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_targets`: The targets of the SLA policy do not make sense; `business_hours_required`: An SLA policy counts business hours and the site has none */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    SlaPolicies_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    SlaPolicies_evaluate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateSlaRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluateSlaResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found; `category_not_covered`: No SLA policy covers the category */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_events`: The events do not make a story */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    LocationTypes_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationTypeResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    LocationTypes_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationTypeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationTypeCreatedResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    LocationTypes_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locationTypeId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationTypeResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    LocationTypes_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locationTypeId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `location_type_in_use`: The location type is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    LocationTypes_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locationTypeId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationTypeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationTypeUpdatedResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken; `has_live_bookings`: There are live bookings; `location_in_use`: The location is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Locations_list: {
        parameters: {
            query?: {
                location_type?: string;
                /** @description Directly in this location */
                parent?: string;
                active?: boolean;
                /** @description Part of the name or the code */
                q?: string;
                /** @description All when absent */
                limit?: number;
                skip?: number;
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Locations_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLocationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken; `location_in_use`: The location is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Locations_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Locations_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `location_in_use`: The location is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Locations_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLocationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `duplicate_name`: The name is taken; `location_in_use`: The location is in use */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    StudentExport_csv: {
        parameters: {
            query?: {
                sortBy?: "last_name" | "-last_name" | "first_name" | "-first_name" | "location" | "-location" | "student_id" | "-student_id" | "created_at" | "-created_at";
                /** @description CSV, or a workbook with typed cells */
                format?: "csv" | "xlsx";
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    StudentImport_import: {
        parameters: {
            query?: {
                /** @description For a file: `type` of the body */
                type?: "full" | "partial";
                /** @description For a file: `dry_run` of the body */
                dry_run?: boolean;
                /** @description For a file: `confirm_deactivations` of the body */
                confirm_deactivations?: number;
                /** @description For a workbook: the name of the sheet; the only one that is visible and has rows when absent */
                sheet?: string;
                /** @description The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
            };
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportStudentsRequest"];
                "text/csv": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "multipart/form-data": {
                    /**
                     * @description For a file: `type` of the body
                     * @enum {string}
                     */
                    type?: "full" | "partial";
                    /** @description For a file: `dry_run` of the body */
                    dry_run?: boolean;
                    /**
                     * Format: int32
                     * @description For a file: `confirm_deactivations` of the body
                     */
                    confirm_deactivations?: number;
                    /** @description For a workbook: the name of the sheet; the only one that is visible and has rows when absent */
                    sheet?: string;
                    /**
                     * @description The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent
                     * @enum {string}
                     */
                    encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
                    /**
                     * Format: binary
                     * @description CSV, or a workbook (.xlsx)
                     */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportStudentsResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `deactivation_threshold_exceeded`: The import would deactivate many students */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `empty_full_import`: A full list without students */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    StudentImportHistory_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentImportResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    StudentImportHistory_undo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentImportResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Students_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateStudentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentCreatedResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `email_in_use`: The email address is taken; `student_id_in_use`: The student id is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Students_list: {
        parameters: {
            query?: {
                /** @description All when absent */
                limit?: number;
                skip?: number;
                /** @description Part of a name, email or student id */
                q?: string;
                active?: boolean;
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentResponse"][];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Students_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Students_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `has_live_bookings`: There are live bookings */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Students_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStudentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `email_in_use`: The email address is taken; `student_id_in_use`: The student id is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Privacy_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubjectDataResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Privacy_erase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `has_live_bookings`: There are live bookings */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Avatars_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmUploadRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `invalid_image`: The file is not a usable picture */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Avatars_begin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginUploadRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadLinkResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    StudentPhotos_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmUploadRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `invalid_image`: The file is not a usable picture */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    StudentPhotos_begin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginUploadRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadLinkResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Pictures_see: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pictureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Documents_students: {
        parameters: {
            query?: {
                /** @description The order on each floor */
                sortBy?: "last_name" | "-last_name" | "first_name" | "-first_name" | "location" | "-location" | "student_id" | "-student_id" | "created_at" | "-created_at";
                /** @description Whether each row shows the picture */
                includePhoto?: boolean;
                /** @description An addition to the base interface */
                paper?: "a4" | "letter";
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer; `job_timeout`: It takes longer than an answer can wait */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Documents_booking: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
                paper?: "a4" | "letter";
            };
            header?: never;
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer; `job_timeout`: It takes longer than an answer can wait */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Documents_file: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
            };
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_list: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
                limit?: number;
                skip?: number;
                /** @description Lead or additional person */
                person?: string;
                location?: string;
                /** @description A building, floor or flat: bookings of it and of everything below it */
                location_tree?: string;
                /** @description One or more of `provisional`, `confirmed`, `checked_in`, `checked_out`, `cancelled`, `no_show`, `void`, separated by commas */
                status?: string;
                block_booking?: string;
                /** @description Bookings that have any of these flags */
                flags?: string;
                /** @description Part of a name, email, id, room, block, vehicle or reference */
                q?: string;
                /** @description Stays that have a night on or after this date */
                from?: string;
                /** @description Stays that have a night before this date */
                to?: string;
                /** @description Stays that begin on this date; cancelled, void and no-show bookings only when `status` or `phase` asks for them */
                arriving_on?: string;
                /** @description Stays that end on this date; cancelled, void and no-show bookings only when `status` or `phase` asks for them */
                departing_on?: string;
                /** @description Stays of the night that begins on this date: up to today those that were there, later those that will be */
                in_house_on?: string;
                /** @description One or more of `upcoming`, `due_in`, `late_arrival`, `lapsed`, `in_house`, `due_out`, `overstay`, `past`, `closed`, separated by commas */
                phase?: string;
                /** @description Records to put into `expanded`; `stays` stand in the booking itself. One or more of `lead_person`, `additional_people`, `location`, `block_booking`, `flags`, `transactions`, `stays`, separated by commas */
                include?: string;
                sort?: "contract_start" | "-contract_start" | "contract_end" | "-contract_end" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "lead_person" | "-lead_person" | "location" | "-location" | "status" | "-status";
                /** @description `next_cursor` of the page before, with the same sort and without skip: pages beyond skip 10,000 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingPageResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBookingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingDetailResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `booking_conflict`: The place is taken */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `location_not_allocatable`: This location cannot be booked; `invalid_date_range`: The dates do not make a stay; `initial_status_not_allowed`: No booking starts with this status */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_read: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
                /** @description Records to put into `expanded`; `stays` stand in the booking itself. One or more of `lead_person`, `additional_people`, `location`, `block_booking`, `flags`, `transactions`, `stays`, separated by commas */
                include?: string;
            };
            header?: never;
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingDetailResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBookingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingDetailResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `booking_conflict`: The place is taken; `booking_closed`: The booking is closed */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `location_not_allocatable`: This location cannot be booked; `invalid_date_range`: The dates do not make a stay */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_transactions: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
                limit?: number;
                skip?: number;
            };
            header?: never;
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPageResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_bulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_date_range`: The dates do not make a stay */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_transitionMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkTransitionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkTransitionResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_export: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
                /** @description Lead or additional person */
                person?: string;
                location?: string;
                /** @description A building, floor or flat: bookings of it and of everything below it */
                location_tree?: string;
                /** @description One or more of `provisional`, `confirmed`, `checked_in`, `checked_out`, `cancelled`, `no_show`, `void`, separated by commas */
                status?: string;
                block_booking?: string;
                /** @description Bookings that have any of these flags */
                flags?: string;
                /** @description Part of a name, email, id, room, block, vehicle or reference */
                q?: string;
                /** @description Stays that have a night on or after this date */
                from?: string;
                /** @description Stays that have a night before this date */
                to?: string;
                /** @description Stays that begin on this date; cancelled, void and no-show bookings only when `status` or `phase` asks for them */
                arriving_on?: string;
                /** @description Stays that end on this date; cancelled, void and no-show bookings only when `status` or `phase` asks for them */
                departing_on?: string;
                /** @description Stays of the night that begins on this date: up to today those that were there, later those that will be */
                in_house_on?: string;
                /** @description One or more of `upcoming`, `due_in`, `late_arrival`, `lapsed`, `in_house`, `due_out`, `overstay`, `past`, `closed`, separated by commas */
                phase?: string;
                /** @description CSV, or a workbook with typed cells */
                format?: "csv" | "xlsx";
                sort_by?: "contract_start" | "-contract_start" | "contract_end" | "-contract_end" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "lead_person" | "-lead_person" | "location" | "-location" | "status" | "-status";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_transition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitionResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `transition_not_allowed`: The booking cannot make this move now */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `cancellation_code_required`: A cancellation code is required; `cancellation_code_unknown`: The site has no such active cancellation code; `occurred_at_out_of_range`: That moment is not possible */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_swap: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwapRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `booking_conflict`: The place is taken; `booking_closed`: The booking is closed */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_date_range`: The dates do not make a stay; `occurred_at_out_of_range`: That moment is not possible */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_move: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the request again: for 30 days the same key with the same body gets the same answer, marked `Idempotent-Replayed: true`; with another body 422 `idempotency_key_reused`; while the first is still running 409 `idempotency_in_progress`; when the answer named somebody who was erased since 410 `answer_erased`. What failed is not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingDetailResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `booking_conflict`: The place is taken; `booking_closed`: The booking is closed */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `location_not_allocatable`: This location cannot be booked; `invalid_date_range`: The dates do not make a stay; `occurred_at_out_of_range`: That moment is not possible */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Bookings_cancelMove: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
            };
            header?: never;
            path: {
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingDetailResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `booking_conflict`: The place is taken; `booking_closed`: The booking is closed */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Blocks_list: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
                limit?: number;
                skip?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockBookingPageResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Blocks_read: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
            };
            header?: never;
            path: {
                blockId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockBookingResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Day_get: {
        parameters: {
            query?: {
                /** @description The day; today when absent */
                on?: string;
                /** @description A building, floor or flat: only it and what is below it */
                location_tree?: string;
                /** @description Entries per list; 0: counts only */
                limit?: number;
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteDayResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Availability_get: {
        parameters: {
            query: {
                /** @description The first night */
                from: string;
                /** @description The day of departure, at most 366 nights later */
                to: string;
                /** @description Only locations of this type */
                location_type?: string;
                /** @description A building, floor or flat: only it and what is below it */
                location_tree?: string;
                limit?: number;
                skip?: number;
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Closures_list: {
        parameters: {
            query?: {
                /** @description Of this location itself */
                location?: string;
                /** @description Of this location and everything below it */
                location_tree?: string;
                /** @description Closures that have a night on or after this date */
                from?: string;
                /** @description Closures that have a night before this date */
                to?: string;
                limit?: number;
                skip?: number;
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosurePageResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Closures_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClosureRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosureResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `closure_conflict`: Places are not free to be closed */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_date_range`: The dates do not make a stay */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Closures_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                closureId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosureResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Closures_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                closureId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateClosureRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosureResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `closure_conflict`: Places are not free to be closed */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unknown_reference`: A record that the request refers to does not exist; `invalid_date_range`: The dates do not make a stay */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Closures_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                closureId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndClosureRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosureResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `version_mismatch`: The record has changed since you read it */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `invalid_date_range`: The dates do not make a stay */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Calendar_occupancy: {
        parameters: {
            query: {
                /** @description The first day */
                from: string;
                /** @description The day after the last, at most 731 days later */
                to: string;
                group_by?: "day" | "location_type" | "building";
            };
            header?: never;
            path: {
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OccupancyResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Calendar_calendar: {
        parameters: {
            query: {
                /** @description The first night */
                from: string;
                /** @description The day after the last night, at most 731 days later */
                to: string;
                limit?: number;
                skip?: number;
            };
            header?: never;
            path: {
                locationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Jobs_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Jobs_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_cancellable`: The job cannot be stopped */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    Jobs_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    BookingImport_preview: {
        parameters: {
            query?: {
                /** @description The site, when the body is a file */
                site?: string;
                /** @description For a file: `columns` of the body, as JSON, such as `{"Remarks": "notes", "Nights": "ignore"}` */
                columns?: string;
                /** @description For a file: `date_order` of the body */
                date_order?: "dmy" | "mdy" | "ymd";
                /** @description For a file: `date_system` of the body */
                date_system?: "1900" | "1904";
                /** @description For a workbook: the name of the sheet; the only one that is visible and has rows when absent */
                sheet?: string;
                /** @description The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPreviewRequest"];
                "text/csv": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "multipart/form-data": {
                    /**
                     * @description The site, when the body is a file
                     * @example 019aa000-0000-7000-8000-000000000001
                     */
                    site?: string;
                    /** @description For a file: `columns` of the body, as JSON, such as `{"Remarks": "notes", "Nights": "ignore"}` */
                    columns?: string;
                    /**
                     * @description For a file: `date_order` of the body
                     * @enum {string}
                     */
                    date_order?: "dmy" | "mdy" | "ymd";
                    /**
                     * @description For a file: `date_system` of the body
                     * @enum {string}
                     */
                    date_system?: "1900" | "1904";
                    /** @description For a workbook: the name of the sheet; the only one that is visible and has rows when absent */
                    sheet?: string;
                    /**
                     * @description The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent
                     * @enum {string}
                     */
                    encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
                    /**
                     * Format: binary
                     * @description CSV, or a workbook (.xlsx)
                     */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreviewResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    BookingImport_commit: {
        parameters: {
            query?: {
                /** @description The site, when the body is a file */
                site?: string;
                /** @description For a file: `columns` of the body, as JSON, such as `{"Remarks": "notes", "Nights": "ignore"}` */
                columns?: string;
                /** @description For a file: `date_order` of the body */
                date_order?: "dmy" | "mdy" | "ymd";
                /** @description For a file: `date_system` of the body */
                date_system?: "1900" | "1904";
                /** @description For a workbook: the name of the sheet; the only one that is visible and has rows when absent */
                sheet?: string;
                /** @description The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
                /** @description For a file: `idempotency_key` of the body */
                idempotency_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommitRequest"];
                "text/csv": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "multipart/form-data": {
                    /**
                     * @description The site, when the body is a file
                     * @example 019aa000-0000-7000-8000-000000000001
                     */
                    site?: string;
                    /** @description For a file: `columns` of the body, as JSON, such as `{"Remarks": "notes", "Nights": "ignore"}` */
                    columns?: string;
                    /**
                     * @description For a file: `date_order` of the body
                     * @enum {string}
                     */
                    date_order?: "dmy" | "mdy" | "ymd";
                    /**
                     * @description For a file: `date_system` of the body
                     * @enum {string}
                     */
                    date_system?: "1900" | "1904";
                    /** @description For a workbook: the name of the sheet; the only one that is visible and has rows when absent */
                    sheet?: string;
                    /**
                     * @description The encoding of a CSV file; UTF-8, or what its byte order mark says, when absent
                     * @enum {string}
                     */
                    encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
                    /** @description For a file: `idempotency_key` of the body */
                    idempotency_key?: string;
                    /**
                     * Format: binary
                     * @description CSV, or a workbook (.xlsx)
                     */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingImportResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key belongs to another request */
            422: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    BookingImport_read: {
        parameters: {
            query: {
                /** @description The site */
                site: string;
            };
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingImportResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
    BookingImport_undo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted and not needed: asked again, the operation answers what has become of it and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUndoResponse"];
                };
            };
            /** @description `validation_failed`: The request does not have the expected shape; `invalid_query`: A query parameter is not valid; `malformed_json`: The body is not JSON; `unknown_field`: The request has a field that does not exist here */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unauthenticated`: No session; `session_expired`: The session has ended */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `forbidden`: Your role does not allow this */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `not_found`: Not found */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `request_timeout`: The body did not arrive in time */
            408: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `import_in_progress`: The import is not finished */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `payload_too_large`: The body is too large */
            413: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `unsupported_media_type`: The body has the wrong content type */
            415: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `internal_error`: Something went wrong in Lodge */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
            /** @description `dependency_unavailable`: A part that Lodge needs does not answer */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemResponse"];
                };
            };
        };
    };
}

// Made by `npm run client` from the OpenAPI document; not written by hand.
export interface paths {
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this node answers
         * @description Without credentials.
         */
        get: operations["getNodeHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this node answers
         * @description Without credentials.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this node can serve
         * @description Without credentials.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * By what you sign in beside your password
         * @description A signed-in person; API keys are refused.
         */
        get: operations["listMySecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for an authenticator app
         * @description Shown this once. It counts once a code of it is sent to `confirm`, within 15 minutes; a new one takes the place of one that waits.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["makeTotpSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the secret count, by a code of its app
         * @description The first second factor comes with recovery codes. A session that was good for setting one up alone is good for everything from now on.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["confirmTotpSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a browser is asked to make a passkey by
         * @description For `navigator.credentials.create`, for one answer within five minutes. Passkeys need a name by https, or localhost.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["offerPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a passkey that a browser has made
         * @description The first second factor comes with recovery codes.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take one of your second factors away
         * @description With the last one your recovery codes go. A wrong `password` is a 400 and counts as a failed login.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["removeMySecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make recovery codes in place of those you have
         * @description Shown this once. A wrong `password` is a 400 and counts as a failed login.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["renewMyRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/single-sign-on/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * By what people of an organisation sign in beside a password
         * @description 404 where they sign in by password alone. `start_url` leads a browser to the issuer and back, with the session in the cookie of the login. A refusal leads to /login/{org_id}?problem=..., which says why.
         *
         *     Without credentials.
         */
        get: operations["getSignInOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description For `client_type` web the refresh token is set as the cookie `sl_refresh` (HttpOnly, SameSite=Strict, Path=/api/v1/auth); for mobile it is `refresh_token` in the answer, and no cookie is set. Who has a second factor sends it along: the right password without it is a 401 with `details.second_factor`, five wrong ones within 15 minutes a 423. Who signs in by the issuer of their organisation is answered 403 to the right password.
         *
         *     Without credentials.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new access token
         * @description Its successor comes as the refresh token came, in the cookie or in `refresh_token`. The token of a mobile client stays good until its successor is used: a client that keeps the token of its login needs no other. That of a web client is good for 10 more seconds. A token of the past ends the session. The user agent must be that of the login.
         *
         *     Without credentials.
         */
        post: operations["refreshAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description A signed-in person; API keys are refused.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that sets a new password
         * @description Answered alike whether or not anybody has the address. The link comes by mail.
         *
         *     Without credentials.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password by the link of a mail
         * @description All sessions of the person end. The token is good once.
         *
         *     Without credentials.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Your other sessions end. A wrong `old_password` is a 400 and counts as a failed login: the fifth within 15 minutes is a 423.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who you are
         * @description A signed-in person; API keys are refused.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description A signed-in person; API keys are refused.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/v1/auth/me/preferences": {
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
         * Change your preferences
         * @description A signed-in person; API keys are refused.
         */
        patch: operations["updateMyPreferences"];
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your sign-ins that still live
         * @description A signed-in person; API keys are refused.
         */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{id}": {
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
         * End one of your sign-ins
         * @description A signed-in person; API keys are refused.
         */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People of the organisation
         * @description Role: admin or above.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Make an account and invite
         * @description Role: admin or above.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One person
         * @description Role: admin or above.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Disable an account; its history stays
         * @description Role: admin or above.
         */
        delete: operations["disableUser"];
        options?: never;
        head?: never;
        /**
         * Change name, role or enabled
         * @description Role: admin or above.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign-ins that still live
         * @description Role: admin or above.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/sessions/{sid}": {
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
         * End one sign-in
         * @description Role: admin or above.
         */
        delete: operations["endUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail the person a link to set a password
         * @description Role: admin or above.
         */
        post: operations["sendPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/invitation-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link by which somebody who never had a password sets one
         * @description For handing over where no mail goes. It is good once and for seven days.
         *
         *     Role: admin or above.
         */
        post: operations["makeInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * By what the person signs in beside their password
         * @description Role: admin or above.
         */
        get: operations["listUserSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/reset-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget the second factors of a person who has lost them
         * @description Their recovery codes go too, and all their sessions end.
         *
         *     Role: admin or above.
         */
        post: operations["resetUserSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/site-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the person may see as a viewer
         * @description Role: admin or above.
         */
        get: operations["getUserSites"];
        /**
         * Say what the person may see as a viewer; an empty list: nothing
         * @description Role: admin or above.
         */
        put: operations["setUserSites"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys of programs
         * @description Role: admin or above.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Make a service account; its key is shown this once
         * @description Role: admin or above.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One service account
         * @description Role: admin or above.
         */
        get: operations["getServiceAccount"];
        put?: never;
        post?: never;
        /**
         * Refuse its key for good; it stays in the list
         * @description Role: admin or above.
         */
        delete: operations["disableServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{id}/rotate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give it another key; the one before is void at once
         * @description Role: admin or above.
         */
        post: operations["rotateServiceAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{id}/site-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What it may see as a viewer
         * @description Role: admin or above.
         */
        get: operations["getServiceAccountSites"];
        /**
         * Say what it may see as a viewer; an empty list: nothing
         * @description Role: admin or above.
         */
        put: operations["setServiceAccountSites"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name, time zone, retention and AI settings
         * @description Role: admin or above.
         */
        get: operations["getOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what is named; the rest stays
         * @description Role: admin or above.
         */
        patch: operations["updateOrganisation"];
        trace?: never;
    };
    "/api/v1/organisation/single-sign-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The issuer by which people sign in, and what to register there
         * @description Role: owner or above.
         */
        get: operations["getSingleSignOn"];
        /**
         * Set the issuer by which people sign in
         * @description One by OpenID Connect, with the authorization code flow and PKCE. Role and sites follow the groups at each sign-in. Owners go on by password. Another issuer or client, or one that is switched off, signs out whoever came in by the one before.
         *
         *     Role: owner or above.
         */
        put: operations["setSingleSignOn"];
        post?: never;
        /**
         * Forget the issuer: people sign in by password
         * @description Who came in by it is signed out. Their accounts stay.
         *
         *     Role: owner or above.
         */
        delete: operations["removeSingleSignOn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisation/single-sign-on/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an issuer what it says of itself
         * @description Reads its discovery document. Nothing is stored.
         *
         *     Role: owner or above.
         */
        post: operations["testSingleSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisation/retention-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What other retention days would take away at the next daily removal
         * @description Role: admin or above.
         */
        get: operations["previewRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisation/ai-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls of AI models, their tokens and costs, by day and purpose
         * @description Role: admin or above.
         */
        get: operations["getAiUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisation/ai-usage/cameras": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cameras by what AI models took for their events, the dearest first
         * @description Role: admin or above.
         */
        get: operations["listAiUsageOfCameras"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisation/ai-try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the organisation's model for one word
         * @description It takes some hundred tokens, which count as a question (`chat`).
         *
         *     Role: admin or above.
         */
        post: operations["tryAiModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what, newest first
         * @description Role: admin or above.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit as CSV or as JSON lines
         * @description The entries that match, newest first, however many. In CSV, text that a spreadsheet would take for a formula has an apostrophe in front.
         *
         *     Role: admin or above.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sites, by name
         * @description Any person or API key.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Make a site
         * @description Role: admin or above.
         */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One site
         * @description Any person or API key.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site that nothing belongs to
         * @description Role: admin or above.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a site; the rest stays
         * @description Role: admin or above.
         */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/api/v1/gateways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gateways
         * @description Role: viewer or above.
         */
        get: operations["listGateways"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/generate-pairing-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a code by which an agent becomes a gateway
         * @description Role: operator or above.
         */
        post: operations["generatePairingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a pairing code
         * @description Without credentials.
         */
        post: operations["pairGateway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One gateway
         * @description Role: viewer or above.
         */
        get: operations["getGateway"];
        put?: never;
        post?: never;
        /**
         * Remove a gateway; its cameras stay without one
         * @description Role: operator or above.
         */
        delete: operations["deleteGateway"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a gateway; the rest stays
         * @description Role: operator or above.
         */
        patch: operations["updateGateway"];
        trace?: never;
    };
    "/api/v1/gateways/{id}/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a gateway last measured of its machine
         * @description Role: viewer or above.
         */
        get: operations["getGatewayTelemetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{id}/telemetry/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a gateway measured in the last two days
         * @description Role: viewer or above.
         */
        get: operations["getGatewayHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was done to the gateway, and what it did, newest first
         * @description Role: admin or above.
         */
        get: operations["listGatewayAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{id}/commissioning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Until when cameras may be added from the site of a gateway, and what was found there
         * @description Role: operator or above.
         */
        get: operations["getGatewayCommissioning"];
        put?: never;
        /**
         * Let cameras be added from the site of a gateway for some hours, end that, or look for them
         * @description Role: operator or above.
         */
        post: operations["setGatewayCommissioning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{gateway_id}/discovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for cameras on the network of a gateway
         * @description Role: admin or above.
         */
        post: operations["startDiscovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{gateway_id}/discovery/cameras": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the last scan found
         * @description Role: admin or above.
         */
        get: operations["listDiscoveredCameras"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch cameras live: the WebSocket of a viewer
         * @description With the subprotocols `sightline.live.v1` and `bearer.<token>`, an access token or a live token (docs/protocol.md, 20).
         *
         *     Without credentials.
         */
        get: operations["openLiveView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{id}/live/{live_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The media socket of a gateway: a WebSocket
         * @description It is opened with the `gw_` key, when `live.start` asked for a picture (docs/protocol.md, 20).
         *
         *     Without credentials.
         */
        get: operations["openGatewayMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/gateways/{id}/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The channel of a gateway: a WebSocket that is opened with its gw_ key (docs/protocol.md)
         * @description Without credentials.
         */
        get: operations["openGatewayChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cameras, oldest first
         * @description With `updated_since` what changed since an answer before: see docs/notices.md.
         *
         *     Role: viewer or above.
         */
        get: operations["listCameras"];
        put?: never;
        /**
         * Add a camera, once it has sent a picture
         * @description Behind a gateway, the gateway connects to it first. A gateway looks at eight cameras at a time, and at one of an address; who waits for its turn for 50 s is answered 503 with `Retry-After`.
         *
         *     Role: operator or above.
         */
        post: operations["createCamera"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/validate-connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a connection without storing anything
         * @description A gateway looks at eight cameras at a time, and at one of an address; who waits for its turn for 50 s is answered 503 with `Retry-After`.
         *
         *     Role: operator or above.
         */
        post: operations["validateCameraConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One camera
         * @description Role: viewer or above.
         */
        get: operations["getCamera"];
        put?: never;
        post?: never;
        /**
         * Remove a camera; its events and recordings stay
         * @description Role: operator or above.
         */
        delete: operations["deleteCamera"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a camera; the rest stays
         * @description Another address or other credentials are tried first. A gateway looks at eight cameras at a time, and at one of an address; who waits for its turn for 50 s is answered 503 with `Retry-After`. With `if_still`, of two who change the same setting at once the second is refused.
         *
         *     Role: operator or above.
         */
        patch: operations["updateCamera"];
        trace?: never;
    };
    "/api/v1/cameras/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a clip now
         * @description Role: operator or above.
         */
        post: operations["triggerCamera"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/ptz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a camera
         * @description Role: operator or above.
         */
        post: operations["moveCamera"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/unpair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a camera from its gateway
         * @description Role: operator or above.
         */
        post: operations["unpairCamera"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a camera to a gateway
         * @description Role: operator or above.
         */
        post: operations["pairCamera"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a camera works or not, and what to do
         * @description Role: viewer or above.
         */
        get: operations["getCameraDiagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a camera streams now
         * @description Role: viewer or above.
         */
        get: operations["getCameraHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest picture of a camera
         * @description Also for pages that watch the camera by a live token, from the origins that it names: 600 times a minute, and the address of the picture is good for a minute then.
         *
         *     Role: viewer or above.
         */
        get: operations["getCameraThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a picture now
         * @description Role: viewer or above.
         */
        post: operations["takeCameraSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/live-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A token with which a page watches this camera
         * @description For pages of your own, so that no API key stands in them. It watches this one camera from pages of these origins, gets its thumbnail, and does nothing else; it is shown this once. A page renews it over its socket, up to 24 hours after it was made. It ends at once when it is revoked, and when the person or key that made it may not watch the camera any longer: also with the session, or the key, by which it was made.
         *
         *     Role: viewer or above.
         */
        post: operations["createLiveToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/live-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live tokens of a camera, newest first, without their secrets
         * @description Those that ended are listed for a day.
         *
         *     Role: admin or above.
         */
        get: operations["listLiveTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/live-tokens/{token_id}": {
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
         * Revoke a live token; whoever watches by it sees nothing within a second
         * @description For operators and above, and for whoever made it.
         *
         *     Role: viewer or above.
         */
        delete: operations["revokeLiveToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Views of the organisation, then your own, each in their order
         * @description A signed-in person; API keys are refused.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Keep cameras as a view, for yourself or for everybody
         * @description A signed-in person; API keys are refused.
         */
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One view
         * @description A signed-in person; API keys are refused.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        /**
         * Delete a view; its cameras stay
         * @description A signed-in person; API keys are refused.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a view; the rest stays
         * @description A signed-in person; API keys are refused.
         */
        patch: operations["updateView"];
        trace?: never;
    };
    "/api/v1/fleet-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How gateways and cameras fare, and what needs somebody
         * @description Role: viewer or above.
         */
        get: operations["getFleetHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fleet-health/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many gateways and cameras need somebody
         * @description Role: viewer or above.
         */
        get: operations["countNeedsSomebody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/recording-coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When there are clips of a camera
         * @description Role: viewer or above.
         */
        get: operations["getRecordingCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened before a camera, event by event
         * @description Role: viewer or above.
         */
        get: operations["getCameraTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clips of a camera, newest first
         * @description Role: viewer or above.
         */
        get: operations["listRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/clip-at": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The clip that shows a moment
         * @description Role: viewer or above.
         */
        get: operations["getClipAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/streams/{camera_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stream of a camera
         * @description Any person or API key.
         */
        get: operations["getStreamStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/analysis-focus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a camera is watched for
         * @description Any person or API key.
         */
        get: operations["getAnalysisFocus"];
        /**
         * Say what a camera is watched for
         * @description Any person or API key.
         */
        put: operations["setAnalysisFocus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/analysis-focus/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All versions of what a camera is watched for, newest first
         * @description Any person or API key.
         */
        get: operations["listAnalysisFocusVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cameras/{id}/nbd-override": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The No-Big-Deal knobs that a camera overrides
         * @description Role: operator or above.
         */
        get: operations["getCameraNbdOverride"];
        put?: never;
        post?: never;
        /**
         * Let a camera inherit every knob
         * @description Role: operator or above.
         */
        delete: operations["deleteCameraNbdOverride"];
        options?: never;
        head?: never;
        /**
         * Override the knobs that are named; null lets the rule's hold again
         * @description Role: operator or above.
         */
        patch: operations["updateCameraNbdOverride"];
        trace?: never;
    };
    "/api/v1/analysis-focus-presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analysis focus for common purposes, to begin from
         * @description Any person or API key.
         */
        get: operations["listAnalysisFocusPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompt-packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prompt packs, oldest first
         * @description Role: operator or above.
         */
        get: operations["listPromptPacks"];
        put?: never;
        /**
         * Make a prompt pack
         * @description Role: admin or above.
         */
        post: operations["createPromptPack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompt-packs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One prompt pack
         * @description Role: operator or above.
         */
        get: operations["getPromptPack"];
        put?: never;
        post?: never;
        /**
         * Delete a prompt pack that no camera uses
         * @description Role: admin or above.
         */
        delete: operations["deletePromptPack"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a prompt pack; the rest stays
         * @description Role: admin or above.
         */
        patch: operations["updatePromptPack"];
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events, newest first
         * @description With `updated_since` what changed since an answer before: see docs/notices.md. It goes with every filter but `q`.
         *
         *     Role: viewer or above.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events counted per hour or day, by category and camera
         * @description Role: viewer or above.
         */
        get: operations["getEventTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/bulk-acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge several events
         * @description Each is done by itself and has its own outcome. If the service fails on the way (503), some are done and the rest are not; the same request again does the rest.
         *
         *     Role: operator or above.
         */
        post: operations["acknowledgeEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several events
         * @description Each is done by itself and has its own outcome. If the service fails on the way (503), some are done and the rest are not; the same request again does the rest.
         *
         *     Role: admin or above.
         */
        post: operations["deleteEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event in full, with its neighbours in time
         * @description Role: viewer or above.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        /**
         * Delete an event
         * @description Role: admin or above.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Acknowledge, star or note
         * @description Role: operator or above.
         */
        patch: operations["updateEvent"];
        trace?: never;
    };
    "/api/v1/events/{id}/clip-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A link to the clip of an event
         * @description Good for an hour; noted in the audit. 409 while the clip is recorded or uploaded, 404 if there is none; the message says `clip_status`.
         *
         *     Role: viewer or above.
         */
        get: operations["getClipUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/snapshot-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A link to the snapshot of an event
         * @description Good for an hour. 409 while the event is recorded or uploaded, 404 if there is no snapshot.
         *
         *     Role: viewer or above.
         */
        get: operations["getSnapshotUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the analysis of an event says, and all its versions
         * @description Role: viewer or above.
         */
        get: operations["getEventAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse an event once more
         * @description Role: admin or above.
         */
        post: operations["analyzeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The objects that an event shows
         * @description Role: viewer or above.
         */
        get: operations["listEventObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an event shows faces, and how many; never whose
         * @description Role: viewer or above.
         */
        get: operations["listEventFaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/ai-evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pictures that the analysis of an event was made from, and what each shows
         * @description Role: viewer or above.
         */
        get: operations["getEventAiEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/clip-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Small pictures of the clip of an event, in one image
         * @description Role: viewer or above.
         */
        get: operations["getClipPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events as CSV
         * @description The events that match, newest first, one a line under a line of names. Text that a spreadsheet would take for a formula has an apostrophe in front. More events than `EVENT_EXPORT_MAX_ROWS` are a 413.
         *
         *     Role: operator or above.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events like this one, the most alike first
         * @description Scored 0 to 1 by tags, objects, text, time of day, category and camera, each explained. Candidates are near in time, at the same hour of the days around, or have the same words; there are at most some 600.
         *
         *     Role: viewer or above.
         */
        get: operations["listSimilarEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a question about events
         * @description A search finds events for the question; a model answers from them and names those on which its answer rests. Without a provider, or if it fails, `status` says so and `found` lists what was found.
         *
         *     Role: viewer or above.
         */
        post: operations["askAboutEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/held-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts of an event that were held back, and why
         * @description Role: viewer or above.
         */
        get: operations["listHeldBackAlertsOfEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why somebody was told of an event, or why not
         * @description Rule by rule: what was written down when the event came, and of rules that wrote nothing down how near the event is to them now. Which knob held an alert back is for operators and above, who was notified for admins and above.
         *
         *     Role: viewer or above.
         */
        get: operations["explainEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said of an event, the latest first
         * @description Role: viewer or above.
         */
        get: operations["listFeedback"];
        put?: never;
        /**
         * Say what an event, or an alert of it, was worth
         * @description Once for each caller, event and rule: 201 the first time; said again, it replaces what was said, 200.
         *
         *     Role: viewer or above.
         */
        post: operations["giveFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shares of an event, newest first
         * @description Role: operator or above.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Share an event with somebody who has no account
         * @description The answer shows the link, this once.
         *
         *     Role: operator or above.
         */
        post: operations["shareEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/shares/{shareId}": {
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
         * Revoke a share
         * @description Acts on the next request, also of its clip and snapshot. A repeat changes nothing.
         *
         *     Role: operator or above.
         */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{eventId}/shares/{shareId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who opened a share, or tried to
         * @description Role: operator or above.
         */
        get: operations["listShareAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the link of a share shows
         * @description Nobody signs in: the token is the credential, with the password where one is set. 401 while that is missing or wrong, 423 after five wrong ones, 404 for an unknown token, 410 for a share that is over.
         *
         *     Without credentials.
         */
        get: operations["getSharedEvent"];
        put?: never;
        /**
         * What the link of a share shows, with the password in the body
         * @description Nobody signs in: the token is the credential, with the password where one is set. 401 while that is missing or wrong, 423 after five wrong ones, 404 for an unknown token, 410 for a share that is over.
         *
         *     Without credentials.
         */
        post: operations["openSharedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/object-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What analysis can find in a picture
         * @description Any person or API key.
         */
        get: operations["listObjectCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{org}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A clip or a picture, by its link
         * @description By its signed address.
         */
        get: operations["getMedium"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * A clip or a picture, by its link
         * @description By its signed address.
         */
        head: operations["headMedium"];
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/parts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a part of an upload, by its link
         * @description By its signed address.
         */
        put: operations["putUploadPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alert rules
         * @description Role: viewer or above.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Make an alert rule
         * @description What is stored but not applied, so that the rule can never fire, is named in `warnings`.
         *
         *     Role: operator or above.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alert rule
         * @description Role: viewer or above.
         */
        get: operations["getAlertRule"];
        put?: never;
        post?: never;
        /**
         * Delete a rule; its alerts stay
         * @description Role: operator or above.
         */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a rule; the rest stays
         * @description With `if_updated_at` only if nobody changed the rule since.
         *
         *     Role: operator or above.
         */
        patch: operations["updateAlertRule"];
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a rule
         * @description Role: operator or above.
         */
        post: operations["activateAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notification to the recipients of a rule
         * @description Role: operator or above.
         */
        post: operations["testAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is told by a rule
         * @description Role: operator or above.
         */
        get: operations["listRecipients"];
        put?: never;
        /**
         * Add a recipient, or change their channels
         * @description Role: operator or above.
         */
        post: operations["addRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/recipients/{recipientId}": {
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
         * Take a recipient from a rule
         * @description Role: operator or above.
         */
        delete: operations["removeRecipient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/nbd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What keeps alerts of a rule quiet
         * @description Role: operator or above.
         */
        get: operations["getNbdSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the No-Big-Deal knobs that are named; null sets one back to its default
         * @description Role: operator or above.
         */
        patch: operations["updateNbdSettings"];
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/nbd/held-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts of a rule that were held back, newest first
         * @description Role: viewer or above.
         */
        get: operations["listHeldBackAlertsOfRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/nbd/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What feedback suggests for the cameras of a rule, newest first
         * @description Role: operator or above.
         */
        get: operations["listNbdSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/nbd/suggestions/{sid}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a suggestion into the override of its camera
         * @description Role: operator or above.
         */
        post: operations["applyNbdSuggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{id}/nbd/suggestions/{sid}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a suggestion, or take back one that was applied
         * @description Role: operator or above.
         */
        post: operations["dismissNbdSuggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/compile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a sentence into a predicate; nothing is stored
         * @description Role: operator or above.
         */
        post: operations["compileRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The daily budget of the AI judge
         * @description Role: viewer or above.
         */
        get: operations["getJudgeBudget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the daily budget of the AI judge
         * @description Role: admin or above.
         */
        patch: operations["updateJudgeBudget"];
        trace?: never;
    };
    "/api/v1/alert-rules/test-compiled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a predicate or a version says of past events
         * @description Role: operator or above.
         */
        post: operations["testCompiledRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{rule_id}/compiled-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The compiled versions of a rule
         * @description Role: viewer or above.
         */
        get: operations["listCompiledVersions"];
        put?: never;
        /**
         * Add a compiled version to a rule
         * @description Role: operator or above.
         */
        post: operations["addCompiledVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{rule_id}/compiled-versions/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The compiled version by which a rule is judged
         * @description Role: viewer or above.
         */
        get: operations["getActiveCompiledVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a rule by this compiled version
         * @description Role: operator or above.
         */
        post: operations["activateCompiledVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a rule go back from its compiled version to the plain one, which fires at once
         * @description Role: operator or above.
         */
        post: operations["deactivateCompiledVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}": {
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
         * Delete a compiled version that is not the active one
         * @description Role: operator or above.
         */
        delete: operations["deleteCompiledVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules/{rule_id}/verdicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the compiled versions of a rule said of events
         * @description Role: viewer or above.
         */
        get: operations["listVerdicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts, newest first
         * @description With `updated_since` what changed since an answer before: see docs/notices.md.
         *
         *     Role: viewer or above.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts counted by status, severity, rule, camera and day
         * @description Role: viewer or above.
         */
        get: operations["getAlertStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/bulk-acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge several alerts; one that is not new stays as it is
         * @description Each is done by itself and has its own outcome. If the service fails on the way (503), some are done and the rest are not; the same request again does the rest.
         *
         *     Role: operator or above.
         */
        post: operations["acknowledgeAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/bulk-resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve several alerts
         * @description Each is done by itself and has its own outcome. If the service fails on the way (503), some are done and the rest are not; the same request again does the rest.
         *
         *     Role: operator or above.
         */
        post: operations["resolveAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alert in full
         * @description Role: viewer or above.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to an alert
         * @description Role: viewer or above.
         */
        get: operations["getAlertTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/acknowledge": {
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
         * Acknowledge a new alert
         * @description Role: operator or above.
         */
        patch: operations["acknowledgeAlert"];
        trace?: never;
    };
    "/api/v1/alerts/{id}/status": {
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
         * Set the status of an alert
         * @description Role: operator or above.
         */
        patch: operations["setAlertStatus"];
        trace?: never;
    };
    "/api/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changes, as it happens: server-sent events
         * @description The answer goes on until its reader leaves, the access token ends, or the access does. Events are `change` with a `Notice`, `ready` once what was missed is told, `reset` where something may have been missed and all is to be read again (and `resync` right after it, which says the same), and `end` with the reason. After it ended, or broke, connect again with the `id` that came last as `Last-Event-ID`. What a program must not miss is read from the lists by `updated_since`. See docs/notices.md.
         *
         *     Role: viewer or above.
         */
        get: operations["listenToNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your notifications, newest first
         * @description A signed-in person; API keys are refused.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many notifications you have not read
         * @description A signed-in person; API keys are refused.
         */
        get: operations["countUnreadNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all your notifications as read
         * @description A signed-in person; API keys are refused.
         */
        post: operations["readAllNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description A signed-in person; API keys are refused.
         */
        post: operations["readNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether your browsers can be sent messages, and by which rules
         * @description A signed-in person; API keys are refused.
         */
        get: operations["getPushSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your browsers that are sent messages, oldest first
         * @description A signed-in person; API keys are refused.
         */
        get: operations["listPushSubscriptions"];
        put?: never;
        /**
         * Send a browser of yours messages, as long as this session lasts
         * @description What `pushManager.subscribe` of a browser gave, with `public_key` of the settings as its `applicationServerKey`. A browser that is known already is replaced. It ends with the session, and where its push service says that the browser is gone.
         *
         *     A signed-in person; API keys are refused.
         */
        post: operations["createPushSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/subscriptions/{id}": {
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
         * Send a browser of yours no more messages
         * @description A signed-in person; API keys are refused.
         */
        delete: operations["deletePushSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a browser of yours a test message
         * @description A signed-in person; API keys are refused.
         */
        post: operations["testPushSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/notification-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts that are told of together, newest first
         * @description Role: admin or above.
         */
        get: operations["listNotificationGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/notification-groups/{id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who was told of the alerts of a group, who was not, and why
         * @description Role: admin or above.
         */
        get: operations["listNotificationDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks
         * @description Role: operator or above.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook; its signing secret is shown this once
         * @description Role: operator or above.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook
         * @description Role: operator or above.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook; nothing more is sent
         * @description Role: operator or above.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change what is named of a webhook; the rest stays
         * @description Role: operator or above.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give it another signing secret; the one before signs for another day
         * @description Role: admin or above.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery
         * @description Role: operator or above.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/redeliver-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all deliveries anew that were given up, 1,000 at a time
         * @description Role: operator or above.
         */
        post: operations["redeliverFailedWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries with their attempts, newest first
         * @description Role: operator or above.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery with its attempts and what the last of them sent
         * @description Role: operator or above.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a finished delivery anew
         * @description Role: operator or above.
         */
        post: operations["redeliverWebhook"];
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
        EventPatchInput: {
            acknowledged?: boolean;
            starred?: boolean;
            notes?: string | null;
        };
        PasskeyAttestationInput: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        PasskeyAssertionInput: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string;
            };
        };
        AnalysisFocusPutInput: {
            /** @description What to look for, in plain words */
            focus_text: string;
            /**
             * @description What is of no interest
             * @default
             */
            ignore_guidance: string;
            /** @default [] */
            monitoring_schedule: {
                /** @description The days on which the hours begin */
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                /** @description HH:MM, included */
                from: string;
                /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
                to: string | "24:00";
            }[];
            /** @description The version that this was written over; if another is the newest by now, the answer is 409 */
            version?: number;
        };
        PredicateNodeInput: {
            /** @constant */
            op: "all";
            of: components["schemas"]["PredicateNodeInput"][];
        } | {
            /** @constant */
            op: "any";
            of: components["schemas"]["PredicateNodeInput"][];
        } | {
            /** @constant */
            op: "not";
            of: components["schemas"]["PredicateNodeInput"];
        } | {
            /** @constant */
            op: "category";
            in: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
        } | {
            /** @constant */
            op: "source";
            in: ("onvif" | "software" | "manual" | "scheduled" | "ai")[];
        } | {
            /** @constant */
            op: "topic";
            like: string;
        } | {
            /** @constant */
            op: "tag";
            in: string[];
        } | {
            /** @constant */
            op: "object";
            /** @description What was seen. A broader word covers narrower ones: vehicle covers car */
            label: string;
            /** @description How many; 1 if no number is given */
            at_least?: number;
            /** @description 0: none was seen */
            at_most?: number;
            /** @description Those seen with less are not counted */
            min_confidence?: number;
        } | {
            /** @constant */
            op: "confidence";
            at_least: number;
        } | {
            /** @constant */
            op: "severity";
            /** @enum {string} */
            at_least?: "info" | "low" | "medium" | "high" | "critical";
            /** @enum {string} */
            at_most?: "info" | "low" | "medium" | "high" | "critical";
        } | {
            /** @constant */
            op: "camera";
            in: string[];
        } | {
            /** @constant */
            op: "site";
            in: string[];
        } | {
            /** @constant */
            op: "time";
            /** @description HH:MM, included */
            from: string;
            /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
            to: string | "24:00";
            /** @description The days on which the hours begin; every day if absent */
            days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /** @description IANA name; that of the site if absent */
            timezone?: string;
        } | {
            /** @constant */
            op: "duration";
            /** @description Seconds */
            at_least?: number;
            /** @description Seconds */
            at_most?: number;
        } | {
            /** @constant */
            op: "text";
            /**
             * @description `words`: each occurs somewhere; `phrase`: one after the other
             * @enum {string}
             */
            match: "words" | "phrase";
            value: string;
        };
        PredicateInput: {
            /** @constant */
            version: 1;
            where: components["schemas"]["PredicateNodeInput"];
        };
        CompileRequestInput: {
            /** @description What the rule is to look for, as one would tell a guard; English */
            sentence: string;
            /** @description IANA name in which the times of the sentence are meant; that of the site of each event if absent */
            timezone?: string;
            /**
             * @description false: never ask a model, even if the organisation has a provider
             * @default true
             */
            use_model: boolean;
        };
        CompiledTrialInput: {
            predicate?: components["schemas"]["PredicateInput"];
            /**
             * Format: uuid
             * @description A version of a rule: its conditions, cooldown and scope apply too
             */
            version_id?: string;
            /**
             * Format: uuid
             * @description With predicate: the rule whose conditions, cooldown and scope apply too
             */
            rule_id?: string;
            /** @description RFC 3339, or the first whole day; 7 days ago if absent */
            date_from?: string;
            /** @description RFC 3339, or the last whole day; included */
            date_to?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id?: string;
            /**
             * @description Events shown of each kind
             * @default 20
             */
            limit: number;
            /**
             * @description Events that are looked at, at most: few for a first answer; then on from `looked_back_to`
             * @default 2000
             */
            events: number;
        };
        AnalyzeRequestInput: {
            /** @enum {string} */
            mode?: "snapshot_only" | "multi_frame" | "full_video";
            /** @enum {string} */
            pass_mode?: "one_pass" | "two_pass";
        };
        ChatTurnInput: {
            /** @enum {string} */
            role: "user" | "assistant";
            text: string;
        };
        EventQuestionInput: {
            question: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id?: string;
            /** @description RFC 3339, or the first whole day */
            date_from?: string;
            /** @description RFC 3339, or the last whole day; included */
            date_to?: string;
            /** @enum {string} */
            event_category?: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            /** @description The turns before, oldest first */
            history?: components["schemas"]["ChatTurnInput"][];
        };
        /** @default {} */
        ShareCreateInput: {
            /**
             * @description Asked of whoever opens the link; null for none. 8 to 256 characters, in Unicode NFKC
             * @default null
             */
            password: string | null;
            /**
             * Format: date-time
             * @description RFC 3339; in 7 days if absent, in 365 at most
             */
            expires_at?: string;
        };
        ShareOpenInput: {
            password: string;
        };
        QuietWindowInput: {
            /**
             * @description The days on which the hours begin; every day if absent
             * @default [
             *       "mon",
             *       "tue",
             *       "wed",
             *       "thu",
             *       "fri",
             *       "sat",
             *       "sun"
             *     ]
             */
            days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /** @description HH:MM, included */
            from: string;
            /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
            to: string | "24:00";
        };
        NoBigDealPatchInput: {
            enabled?: boolean | null;
            min_severity?: ("info" | "low" | "medium" | "high" | "critical") | null;
            min_confidence?: number | null;
            suppressed_tags?: string[] | null;
            suppressed_categories?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[] | null;
            quiet_hours?: components["schemas"]["QuietWindowInput"][] | null;
            repeat_window_sec?: number | null;
            never_hold_back?: ("info" | "low" | "medium" | "high" | "critical" | "none") | null;
            learn_from_feedback?: ("off" | "suggest" | "apply") | null;
            learn_after?: number | null;
            learn_within_days?: number | null;
        };
        FeedbackCreateInput: {
            /**
             * @description `useful`: worth telling; `no_big_deal`: true, but nobody needs to be told; `wrong`: not what happened
             * @enum {string}
             */
            verdict: "useful" | "no_big_deal" | "wrong";
            comment?: string | null;
            /**
             * Format: uuid
             * @description The rule of which this is said; without it, of the event alone
             */
            rule_id?: string;
            /**
             * Format: uuid
             * @description The alert of this event that was answered; it names its rule
             */
            alert_id?: string;
        };
        ModelPriceInput: {
            input: number;
            output: number;
        };
        SignInGroupInput: {
            /** @description As the issuer names it; compared exactly */
            group: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            /**
             * @description What viewers of the group see; without meaning for other roles
             * @default []
             */
            site_ids: string[];
        };
        SiteAccessInput: {
            site_ids: string[];
        };
        Camera: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id: string;
            gateway_id: string | null;
            /** @enum {string} */
            connection_mode: "gateway" | "direct";
            /** @enum {string} */
            type: "rtsp" | "onvif";
            /** @enum {string} */
            status: "pending" | "online" | "offline" | "error" | "disabled";
            /**
             * @description The stream in use for detection
             * @enum {string}
             */
            active_tier: "main" | "sub";
            /** @enum {string} */
            stream_transport: "tcp" | "udp";
            /** @enum {string} */
            stream_mode: "single" | "dual";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            enabled: boolean;
            recording_duration_sec: number;
            pre_event_buffer_sec: number;
            post_event_buffer_sec: number;
            /** @enum {string} */
            ai_analysis_mode: "snapshot_only" | "multi_frame" | "full_video" | "disabled";
            /** @enum {string} */
            ai_pass_mode: "one_pass" | "two_pass";
            prompt_pack_id: string | null;
            ai_provider_override: string | null;
            ai_model_override: string | null;
            /** @enum {string} */
            motion_sensitivity: "low" | "medium" | "high";
            /** @enum {string} */
            detection_stream: "main" | "sub";
            /** @enum {string} */
            recording_stream: "main" | "sub";
            motion_zones_json: {
                name: string;
                /** @enum {string} */
                kind: "include" | "exclude";
                points: [
                    number,
                    number
                ][];
            }[];
            deleted_at: string | null;
            /** @description Which channel of a recorder, or lens, this camera is; null for the one with the largest picture */
            onvif_channel: string | null;
            /** @description Why there is no picture, as last reported; null while there is one, or before the first report */
            fault: ("dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol") | null;
        };
        TriggerResponse: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            started_at: string;
            expected_clip_duration_sec: number;
            request_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            /** @enum {string} */
            status: "triggered" | "recording_extended";
            message: string;
            /** @enum {string} */
            transport: "tunnel" | "direct" | "fallback";
        };
        PtzResponse: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /** @enum {string} */
            direction: "pan_up" | "pan_down" | "pan_left" | "pan_right" | "zoom_in" | "zoom_out";
            magnitude: number;
            duration_ms: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Both by the clock of the camera's gateway
             */
            stops_at: string;
            message: string;
        };
        Gateway: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id: string;
            /** @enum {string} */
            status: "registered" | "online" | "offline" | "disabled";
            version: string | null;
            local_ip: string | null;
            last_heartbeat_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description A newer version of its program exists; null if its own is not known */
            version_outdated: boolean | null;
            /** @description Until then cameras may be added from the site; null or past: closed */
            commissioning_until: string | null;
        };
        GatewayTelemetry: {
            /**
             * Format: uuid
             * @description UUID
             */
            gateway_id: string;
            cpu_percent: number | null;
            cpu_count: number | null;
            memory_mb: number | null;
            last_heartbeat_at: string | null;
            /** @description When these figures came; null: never */
            reported_at: string | null;
            /** @description Null before the gateway said so */
            storage: {
                /**
                 * @description low: what waits for the cloud will be given up soon; full: events are kept without clips
                 * @enum {string}
                 */
                level: "ok" | "low" | "full";
                free_mb: number;
                /** @description By recordings */
                used_mb: number;
                /** @description The most that recordings take; null for what the reserve leaves */
                quota_mb: number | null;
                /** @description What recordings leave free */
                reserve_mb: number;
                /** @description The whole disk; absent where it was not said */
                size_mb?: number;
            } | null;
            /** @description What was given up for want of space, or refused for good */
            losses: {
                snapshots: number;
                clips: number;
                events: number;
            } | null;
            network_throughput: {
                upstream_mbps: number | null;
                downstream_mbps: number | null;
            };
            clock: {
                /** @description Whether a time service holds it; null if not known */
                synced: boolean | null;
                /** @description The cloud's clock minus the gateway's */
                offset_ms: number | null;
            };
            /** @description Null where it was not reported */
            waiting: {
                clips: number;
                /** @description Of clips and pictures */
                mb: number;
                /** @description When the oldest of the clips ended, by the gateway's clock; null: none waits, or it was kept by an earlier version */
                oldest_at: string | null;
            } | null;
            /** @description How long what waits will take at the pace of the line now; null where nothing moves */
            upload_sec: number | null;
            /** @description Null where its recordings get through, and where it was not reported */
            upload_obstacle: {
                /** @description What it answers in place of the cloud */
                status: number;
                /** @description What it says it is */
                server: string | null;
                /** @description The most that gets through at once, in which recordings are sent; null: nothing gets through */
                part_bytes: number | null;
            } | null;
            /** @description How long the disk holds what is recorded if nothing is uploaded; null before there is an hour to tell by */
            room_sec: number | null;
            /** @description The gravest first */
            troubles: ("offline" | "duplicate_identity" | "disk_full" | "disk_low" | "falls_behind" | "clock_wrong" | "clock_not_held" | "busy" | "outdated")[];
            camera_recording_status: {
                [key: string]: string;
            };
            /** @description Times within the last hour that the pictures of a camera began anew, where it was reported */
            camera_stream_breaks: {
                [key: string]: number;
            };
            /** @description The same by why, as `breaks_by_reason` of the diagnostics; where it was reported */
            camera_stream_breaks_by_reason: {
                [key: string]: {
                    [key: string]: number;
                };
            };
        };
        GatewayHistory: {
            /** @description Each point stands for so long; of its reports it has the most */
            step_sec: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            to: string;
            /** @description Oldest first; without those in which the gateway reported nothing */
            points: {
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                at: string;
                cpu_percent: number | null;
                waiting_clips: number | null;
                waiting_mb: number | null;
                upstream_mbps: number | null;
            }[];
        };
        DeviceChannel: {
            /** @description Of its video source, as the device names it */
            token: string;
            name: string;
        };
        DiscoveredDevice: {
            /** @description Stable for this device on this network */
            id: string;
            name: string;
            manufacturer: string | null;
            model: string | null;
            address: string;
            port: number;
            /** @description ONVIF device service addresses */
            xaddrs: string[];
            /** @description Announced by mDNS, without credentials */
            rtsp_urls: string[];
            /** @description How it was found; `scan`: by asking its address */
            sources: ("ws-discovery" | "mdns" | "scan")[];
            /** @description WS-Discovery endpoint reference */
            endpoint: string | null;
            mac: string | null;
            serial: string | null;
            /** @enum {string} */
            state: "new" | "already_added" | "needs_credentials";
            /** @description Of a device that has several, and tells so without an account or to this gateway */
            channels?: components["schemas"]["DeviceChannel"][];
        };
        Commissioning: {
            /** @description What the newest scan found; while one is under way also what it has seen so far. Empty for whom `may_scan` is false */
            data: components["schemas"]["DiscoveredDevice"][];
            /** @description When the newest scan ended; null before, and while one is under way */
            scanned_at: string | null;
            /** @description A scan is under way */
            scanning: boolean;
            /** @description Why the newest scan failed; `data` then still holds what the one before it found */
            error: string | null;
            /** @description As of the gateway */
            commissioning_until: string | null;
            /** @description Whether the caller may look for cameras: an admin, or an operator within 24 hours of pairing and while an admin has opened the window again */
            may_scan: boolean;
        };
        EventListItem: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            camera_name: string;
            camera_deleted: boolean;
            /** @enum {string} */
            event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            trigger_topic: string;
            /**
             * @description `scheduled` and `ai` may be shown; nothing makes such events yet
             * @enum {string}
             */
            trigger_source: "onvif" | "software" | "manual" | "scheduled" | "ai";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            duration_sec: number | null;
            summary: string | null;
            tags: string[];
            /** @enum {string} */
            ai_status: "pending" | "completed" | "skipped" | "failed";
            acknowledged: boolean;
            acknowledged_by: string | null;
            acknowledged_at: string | null;
            starred: boolean;
            notes: string | null;
            /** @description Signed, valid for an hour at most */
            snapshot_url: string | null;
            /** @enum {string} */
            recording_source: "gateway" | "relay";
            /** @enum {string} */
            clip_status?: "recording" | "uploading" | "ready" | "failed" | "expired";
            clip_error?: string | null;
            clip_start_at?: string | null;
            clip_end_at?: string | null;
        };
        Event: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            camera_name: string;
            camera_deleted: boolean;
            /** @enum {string} */
            event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            trigger_topic: string;
            /**
             * @description `scheduled` and `ai` may be shown; nothing makes such events yet
             * @enum {string}
             */
            trigger_source: "onvif" | "software" | "manual" | "scheduled" | "ai";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            duration_sec: number | null;
            summary: string | null;
            tags: string[];
            /** @enum {string} */
            ai_status: "pending" | "completed" | "skipped" | "failed";
            acknowledged: boolean;
            acknowledged_by: string | null;
            acknowledged_at: string | null;
            starred: boolean;
            notes: string | null;
            /** @description Signed, valid for an hour at most */
            snapshot_url: string | null;
            /** @enum {string} */
            recording_source: "gateway" | "relay";
            raw_source: string;
            raw_data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it reached the service
             */
            received_at: string;
            /** @description It reached the service more than 15 minutes after it happened */
            late: boolean;
            narrative: string | null;
            /** @description Why the analysis was skipped or failed */
            ai_reason: string | null;
            ai_severity: ("info" | "low" | "medium" | "high" | "critical") | null;
            ai_confidence: number | null;
            /** @enum {string} */
            clip_status: "recording" | "uploading" | "ready" | "failed" | "expired";
            clip_error: string | null;
            clip_start_at: string | null;
            clip_end_at: string | null;
            /** @description What of a clip that is there is damaged or missing, and why; null for none. `clip_error` says it among other things */
            clip_note: string | null;
            clip_codec: string | null;
            clip_bytes: number | null;
            clip_sha256: string | null;
            /** @description Signed, valid for an hour at most */
            clip_url: string | null;
            prev_event_id: string | null;
            next_event_id: string | null;
            /** @description The event by which this one goes on, whose `raw_data.continues` names it: the clip reached its greatest length, or the stream broke. It fires no rule again: none at once that was asked about this one, and no compiled one that told of it */
            continued_by: string | null;
        };
        MediaLink: {
            /** @description Signed; opens this one object, with Range */
            url: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            content_type: string;
            bytes: number;
            sha256: string;
            codec: string | null;
            width: number | null;
            height: number | null;
        };
        PasskeyCreationOptions: {
            rp: {
                id: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            challenge: string;
            pubKeyCredParams: {
                alg: number;
                /** @constant */
                type: "public-key";
            }[];
            /** @description Milliseconds */
            timeout: number;
            excludeCredentials: {
                id: string;
                /** @constant */
                type: "public-key";
                transports: string[];
            }[];
            authenticatorSelection: {
                /** @constant */
                residentKey: "discouraged";
                /** @constant */
                requireResidentKey: false;
                /** @constant */
                userVerification: "preferred";
            };
            /** @constant */
            attestation: "none";
        };
        PasskeyRequestOptions: {
            challenge: string;
            rpId: string;
            /** @description Milliseconds */
            timeout: number;
            /** @constant */
            userVerification: "preferred";
            allowCredentials: {
                id: string;
                /** @constant */
                type: "public-key";
                transports: string[];
            }[];
        };
        SecondFactor: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * @description totp: an authenticator app with codes of six digits (RFC 6238); passkey: a key of WebAuthn
             * @enum {string}
             */
            kind: "totp" | "passkey";
            name: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            last_used_at: string | null;
        };
        SecondFactors: {
            /** @description Those that count, oldest first */
            data: components["schemas"]["SecondFactor"][];
            total: number;
            recovery_codes_left: number;
            /** @description The organisation asks a second factor of everybody */
            required: boolean;
            /** @description The address at whose pages passkeys are made and used; null: the service has an address alone, and they need a name by https */
            passkey_origin: string | null;
        };
        TotpSecret: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @description Base32 (RFC 4648), for typing: SHA-1, six digits, 30 seconds */
            secret: string;
            /** @description otpauth://, for a QR code */
            uri: string;
            /**
             * Format: date-time
             * @description A code of it must come before
             */
            expires_at: string;
        };
        SecondFactorNeeded: {
            /**
             * @description missing: none was sent; wrong: it is not right; used: this code was taken already, wait for the next; clock: it is of another time, so the clock of the device is off; other_site: the passkey answered a page of another site; not_set_up: the organisation asks for one, and the person has none yet
             * @enum {string}
             */
            problem: "missing" | "wrong" | "used" | "clock" | "other_site" | "not_set_up";
            /** @description What may be sent as `second_factor` */
            methods: ("totp" | "passkey" | "recovery_code")[];
            /** @description With the method passkey: for `navigator.credentials.get`, for one answer within five minutes */
            passkey?: components["schemas"]["PasskeyRequestOptions"];
        };
        FieldProblem: {
            /** @description The field, such as `recipients.0.user_id`, of the body or the query; empty for the whole */
            path: string;
            message: string;
            /** @description What kind of problem, such as `invalid_type` or `too_small`; else `custom` */
            code: string;
        };
        Error: {
            error: {
                /** @description Machine-readable; see the list of codes. Upper case under /api/v1/auth. */
                code: string;
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description With every validation_error, what is wrong with which field; with a 401 of somebody whose second factor is lacking, what is asked for */
                details?: components["schemas"]["FieldProblem"][] | {
                    second_factor: components["schemas"]["SecondFactorNeeded"];
                };
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        DecidingSetting: {
            /** @description As the API or the operator names it: `notification_window_sec`, `channels` */
            name: string;
            /** @description Its value then; of a long list the first ten */
            value: unknown;
            /**
             * @description `service`: how the service is set up, or what it does where nobody chose
             * @enum {string}
             */
            origin: "service" | "organisation" | "rule" | "camera" | "user";
        };
        NotificationDecision: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description When the alert came, or was held back
             */
            decided_at: string;
            /** @description Null for one that No-Big-Deal held back: it is no alert */
            alert_id: string | null;
            /** @description Null for a system alert, and once retention has removed the event */
            event_id: string | null;
            /** @description Null where the decision is about everybody */
            user_id: string | null;
            /** @description Their name at that time */
            user_name: string | null;
            /** @description Null where the decision is about every channel */
            channel: ("in_app" | "email" | "push") | null;
            /**
             * @description `sent`: told by itself. `waiting`: an e-mail, or a message to browsers, that has not left. `merged`: told together with other alerts. `held_back`: nobody, or not this person, is told. `failed`: the e-mail, or the message to browsers, was given up
             * @enum {string}
             */
            outcome: "sent" | "waiting" | "merged" | "held_back" | "failed";
            /** @description When it stood in the inbox, or when the mail server took the e-mail that tells of it, or a push service the message */
            told_at: string | null;
            /** @description The same in a sentence */
            reason: string;
            setting: components["schemas"]["DecidingSetting"];
        };
        NotificationGroup: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            /** @description The rule's name when the group was opened */
            rule_name: string;
            /** @description Null for the outage of a gateway */
            camera_id: string | null;
            camera_name: string | null;
            /** @description Of the outage of a gateway, else null */
            gateway_id: string | null;
            gateway_name: string | null;
            /**
             * Format: uuid
             * @description The site at trigger time
             */
            site_id: string;
            site_name: string;
            /** @description Its alerts came more than 15 minutes after they happened */
            late: boolean;
            /** @description 0: its one alert was told of by itself */
            window_sec: number;
            /** @enum {string} */
            window_origin: "organisation" | "rule";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description What comes later opens the next group
             */
            closes_at: string;
            open: boolean;
            alert_count: number;
            /** @description How many decisions there are of each outcome */
            decisions: {
                sent: number;
                waiting: number;
                merged: number;
                held_back: number;
                failed: number;
            };
            /** @description By trigger time; null while all were held back */
            first_alert_at: string | null;
            last_alert_at: string | null;
            /** @description What it tells, with times in the organisation's timezone; may be empty */
            digest: string;
        };
        Alert: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            rule_name: string;
            event_id: string | null;
            camera_id: string | null;
            /** @enum {string} */
            status: "new" | "acknowledged" | "resolved";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            fired_at: string;
            acknowledged_at: string | null;
        };
        EventOfAlert: {
            /** @enum {string} */
            event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            /**
             * @description `scheduled` and `ai` may be shown; nothing makes such events yet
             * @enum {string}
             */
            trigger_source: "onvif" | "software" | "manual" | "scheduled" | "ai";
            summary: string | null;
            tags: string[];
            duration_sec: number | null;
            /** @enum {string} */
            clip_status: "recording" | "uploading" | "ready" | "failed" | "expired";
            /** @description Signed, valid for an hour at most */
            snapshot_url: string | null;
        };
        AlertListItem: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            rule_name: string;
            event_id: string | null;
            camera_id: string | null;
            /** @enum {string} */
            status: "new" | "acknowledged" | "resolved";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            fired_at: string;
            acknowledged_at: string | null;
            severity?: string;
            description?: string;
            /**
             * Format: date-time
             * @description When the event happened, or the outage began
             */
            triggered_at?: string;
            /** @description Its event reached the service more than 15 minutes after it happened */
            late?: boolean;
            /**
             * Format: uuid
             * @description The site at trigger time
             */
            site_id?: string;
            /** @description As it is called now; null for the alert of a gateway */
            camera_name?: string | null;
            /** @description The gateway that was off line; null for any other alert */
            gateway_id?: string | null;
            gateway_name?: string | null;
            acknowledged_by_name?: string | null;
            resolved_at?: string | null;
            /** @description When what was off line was back; null while it is not */
            recovered_at?: string | null;
            /** @description Alerts that were told of together have the same; null if nobody decided */
            group_id?: string | null;
            /** @description Null for a system alert, and for an event that was deleted */
            event?: components["schemas"]["EventOfAlert"] | null;
        };
        AlertDetail: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            rule_name: string;
            event_id: string | null;
            camera_id: string | null;
            /** @enum {string} */
            status: "new" | "acknowledged" | "resolved";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            fired_at: string;
            acknowledged_at: string | null;
            /** @description The gateway that was off line; null for any other alert */
            gateway_id: string | null;
            /**
             * Format: uuid
             * @description The site at trigger time
             */
            site_id: string;
            severity: string;
            description: string;
            confidence: number | null;
            /** @description Its event reached the service more than 15 minutes after it happened */
            late: boolean;
            /**
             * Format: date-time
             * @description When the event happened, or the outage began
             */
            triggered_at: string;
            acknowledged_by: string | null;
            resolved_at: string | null;
        };
        AlertStats: {
            total: number;
            by_status: {
                new: number;
                acknowledged: number;
                resolved: number;
            };
            by_severity: {
                severity: string;
                count: number;
            }[];
            by_rule: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                rule_id: string;
                rule_name: string;
                count: number;
            }[];
            by_camera: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                camera_id: string;
                camera_name: string;
                count: number;
            }[];
            /** @description Days on which alerts fired, in the organisation's timezone, oldest first */
            by_day: {
                date: string;
                count: number;
            }[];
        };
        RuleRecipient: {
            /**
             * Format: uuid
             * @description UUID
             */
            user_id: string;
            channels: ("in_app" | "email" | "push")[];
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @description What they are called now */
            user_name: string;
        };
        AlertRule: {
            name: string;
            event_category: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other") | null;
            trigger_topic_pattern: string | null;
            source_filter: ("onvif" | "software" | "manual" | "scheduled")[] | null;
            system_trigger: ("camera_offline" | "gateway_offline") | null;
            custom_tags: string[];
            min_confidence: number | null;
            /** @enum {string} */
            scope_type: "all_cameras" | "site" | "cameras";
            site_ids: string[];
            camera_ids: string[];
            zones_filter: string[];
            /** @enum {string} */
            schedule_type: "always" | "business_hours";
            cooldown_sec: number;
            aggregation_window_seconds: number;
            delay_seconds: number;
            conditions_json: {
                [key: string]: unknown;
            };
            /** @description Alerts of one camera within these seconds are told of together, after the first; null: the organisation's */
            notification_window_sec: number | null;
            recipients: components["schemas"]["RuleRecipient"][];
            enabled: boolean;
            /**
             * @description How grave its alerts are where no compiled version or analysis says otherwise
             * @enum {string}
             */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @enum {string} */
            rule_kind: "camera_event" | "system_event";
            /** @description The compiled version by which events are judged after analysis; null: the rule fires at once */
            active_version_id: string | null;
            /** @description The sentence of that version; null if there is none */
            active_sentence: string | null;
            /** @description Channels of its recipients by which the service tells nobody: no mail server is set, say */
            channels_not_set_up: ("in_app" | "email" | "push")[];
            /** @description Why the rule, as it is, can never fire; empty if it can */
            warnings: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the rule, its recipients or its active version last changed
             */
            updated_at: string;
        };
        AnalysisFocus: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /** @description Grows by one with each change */
            version: number;
            focus_text: string;
            ignore_guidance: string;
            monitoring_schedule: {
                /** @description The days on which the hours begin */
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                /** @description HH:MM, included */
                from: string;
                /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
                to: string | "24:00";
            }[];
            updated_at: string | null;
            updated_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            } | null;
        };
        AnalysisFocusPreset: {
            /** @enum {string} */
            id: "baby_safety" | "package_delivery" | "perimeter_security" | "elderly_care" | "pet_monitoring" | "retail_security" | "traffic_monitoring";
            label: string;
            focus_text: string;
            ignore_guidance: string;
            monitoring_schedule: {
                /** @description The days on which the hours begin */
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                /** @description HH:MM, included */
                from: string;
                /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
                to: string | "24:00";
            }[];
        };
        PromptPack: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            instructions: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        AuditEntry: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
            actor: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            /** @description Resource and past participle: `camera.created` */
            action: string;
            /** @description What it was done to: `camera`, `user`, … */
            target_kind: string | null;
            target_id: string | null;
            /** @description What that is called now; of an event, a share and an alert the name of its camera. Null: it is gone, or has no name */
            target_name: string | null;
            /** @description Of an event, a share and an alert: when it happened */
            target_at: string | null;
            /** @description Where the request came from; null for what no request caused */
            address: string | null;
            user_agent: string | null;
            /** @description Particulars of the action; no secrets */
            data: {
                [key: string]: unknown;
            };
        };
        SessionUser: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            email: string;
            display_name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin" | "owner";
            /**
             * Format: uuid
             * @description UUID
             */
            org_id: string;
        };
        Preferences: {
            locale: string;
            timezone: string;
            /** @description RFC 3339 in UTC, as it was set; it may be over */
            notifications_paused_until?: string;
        } & {
            [key: string]: string | number | boolean;
        };
        Me: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            email: string;
            display_name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin" | "owner";
            /**
             * Format: uuid
             * @description UUID
             */
            org_id: string;
            preferences: components["schemas"]["Preferences"];
            /**
             * @description The organisation asks for a second factor and the person has none yet: until one is set up, this session is good for that alone
             * @constant
             */
            second_factor_to_set_up?: true;
            /**
             * @description You sign in by the issuer of your organisation: a password or a second factor of yours is not asked for
             * @constant
             */
            single_sign_on?: true;
        };
        BulkAnswer: {
            data: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /**
                 * @description `done`: it is so now, or was already; `not_found`: there is none in the organisation; `forbidden`: of another site than the caller's
                 * @enum {string}
                 */
                outcome: "done" | "not_found" | "forbidden";
            }[];
            total: number;
        };
        CameraDiagnostics: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /** @enum {string} */
            status: "pending" | "online" | "offline" | "error" | "disabled";
            enabled: boolean;
            /** @enum {string} */
            connection_mode: "gateway" | "direct";
            connectivity: {
                ok: boolean;
                cause: ("dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol" | "disabled" | "unpaired" | "gateway_offline" | "gateway_disabled" | "relay_offline" | "waiting" | "unknown") | null;
                /** @description What is wrong, for a person */
                message: string;
                /** @description What to do about it */
                remedy: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                since: string;
            };
            /** @description When the camera was last reported of; null: never */
            reported_at: string | null;
            reconnects_last_hour: number | null;
            stalls_last_hour: number | null;
            /** @description Times that the pictures began anew though the connection stood; null: not reported */
            breaks_last_hour: number | null;
            /** @description The same by why: `format` of the picture, `clock_set` (of the gateway), `wrong_speed` or `stands_still` of the timestamps, pictures `reordered`, the stream `restarted`, `other`; null: not reported */
            breaks_by_reason: {
                [key: string]: number;
            } | null;
            /** @description Times that the camera wrote bytes that belong to no frame of RTSP; null: not reported */
            broken_frames_last_hour: number | null;
            /** @description As they were last seen */
            streams: {
                codec: string;
                /** @description WIDTHxHEIGHT, or empty */
                resolution: string;
                fps: number | null;
                bitrate_kbps: number | null;
                /** @enum {string} */
                role: "main" | "sub";
                /** @description Seconds from keyframe to keyframe */
                gop_sec: number | null;
                /** @description Null unless it is received now, as audio */
                transport: ("tcp" | "udp") | null;
                /** @description Encoding of the sound that is recorded */
                audio: string | null;
                /** @description recording, detection, preview; empty: not received */
                used_for: string[];
                /** @description Why this stream cannot be received */
                fault: ("dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol") | null;
            }[];
            /** @enum {string} */
            stream_mode: "single" | "dual";
            detection_stream: {
                /** @enum {string} */
                wanted: "main" | "sub";
                /** @enum {string} */
                used: "main" | "sub";
                /** @description Why another one is used than is wanted; null where it is the one */
                why: string | null;
                /** @description The same for programs that have words of their own */
                why_code: ("no_sub_stream" | "single" | "not_received") | null;
            };
            recording_stream: {
                /** @enum {string} */
                wanted: "main" | "sub";
                /** @enum {string} */
                used: "main" | "sub";
                /** @description Why another one is used than is wanted; null where it is the one */
                why: string | null;
                /** @description The same for programs that have words of their own */
                why_code: ("no_sub_stream" | "single" | "not_received") | null;
            };
            /** @description A sub stream is wanted and there is none: main is used */
            sub_stream_missing: boolean;
            pre_roll: {
                wanted_sec: number;
                /** @description Memory on the gateway holds less; null: not reported */
                shortened: boolean | null;
            };
            gateway: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                name: string;
                /** @enum {string} */
                status: "registered" | "online" | "offline" | "disabled";
                last_heartbeat_at: string | null;
            } | null;
            /** @description Of those that the caller may see */
            last_event: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /** @enum {string} */
                event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                triggered_at: string;
            } | null;
            /** @description The camera's own events; null: none are to be had, or not reported */
            events: {
                /** @enum {string} */
                state: "connecting" | "subscribed" | "degraded" | "unsupported" | "tombstoned" | "off";
                last_event_at: string | null;
                last_renew_at: string | null;
                /** @description The camera has told of movement */
                motion_seen: boolean;
                message: string;
                remedy: string | null;
            } | null;
            /** @description How the gateway looks for movement; null: not reported */
            motion: {
                /**
                 * @description standby: the camera tells of movement itself, and the gateway only watches over it
                 * @enum {string}
                 */
                state: "watching" | "standby" | "waiting" | "learning" | "degraded" | "off";
                /** @description In which stream movement is looked for */
                stream: ("main" | "sub") | null;
                last_motion_at: string | null;
            } | null;
            /** @description The camera's clock minus the gateway's; null: not known */
            clock_skew_sec: number | null;
            warnings: {
                code: string;
                /** @description Null: the camera as a whole */
                stream: ("main" | "sub") | null;
                value: number | null;
                message: string;
                remedy: string;
            }[];
            /** @description What else is worth attention, a sentence each */
            advice: string[];
            /** @description As `advice`, for programs that have words of their own; without what `warnings` say */
            advice_codes: {
                /** @enum {string} */
                code: "sub_stream_missing" | "pre_roll_shortened" | "reconnects" | "stalls" | "breaks" | "broken_frames" | "status_by_hand";
                /** @description Times within the last hour; null where nothing is counted */
                count: number | null;
                message: string;
            }[];
        };
        CameraHealth: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /** @enum {string} */
            health: "online" | "offline" | "error";
            /** @enum {string} */
            status: "pending" | "online" | "offline" | "error" | "disabled";
            streaming: boolean;
            /** @enum {string} */
            active_tier: "main" | "sub";
            codec: string;
            /** @description WIDTHxHEIGHT, or empty */
            resolution: string;
            fps: number | null;
            bitrate_kbps: number | null;
            gop_sec: number | null;
            transport: ("tcp" | "udp") | null;
            audio: string | null;
            warnings: {
                code: string;
                /** @description Null: the camera as a whole */
                stream: ("main" | "sub") | null;
                value: number | null;
                message: string;
                remedy: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            since: string;
            reported_at: string | null;
        };
        StreamStatus: {
            /** @description Enabled and on line */
            streamable: boolean;
            /** @description True for h264 and h265 */
            webrtc_supported: boolean;
            /** @description May be empty */
            codec: string;
            /** @description WIDTHxHEIGHT, or empty */
            resolution: string;
            /** @enum {string} */
            connection_mode: "gateway" | "direct";
            /**
             * @description Active while the camera is received
             * @enum {string}
             */
            go2rtc_status: "active" | "inactive";
            active_viewers: number;
            /** @description Why it may not play everywhere, a sentence each */
            notes: string[];
        };
        CameraThumbnail: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /** @description Signed; shows the picture without other credentials */
            url: string;
            /**
             * Format: date-time
             * @description An hour from now
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the picture was taken
             */
            taken_at: string;
            /** @description The event that it belongs to */
            event_id: string | null;
            width: number | null;
            height: number | null;
        };
        CameraSnapshot: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            taken_at: string;
            /** @constant */
            content_type: "image/jpeg";
            width: number;
            height: number;
            /** @description Signed; shows the picture without other credentials */
            url: string;
            /**
             * Format: date-time
             * @description An hour from now
             */
            expires_at: string;
            /** @description The picture in base64 */
            data: string;
        };
        RecordingCoverage: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description Not later than now
             */
            to: string;
            ranges: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                end_at: string;
                duration_sec: number;
            }[];
            /** @description The rest of the time between `from` and `to` */
            gaps: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                end_at: string;
                duration_sec: number;
            }[];
            /** @description Of all ranges */
            total_sec: number;
        };
        Recording: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            start_at: string | null;
            end_at: string | null;
            duration_sec: number | null;
            bytes: number | null;
            /** @enum {string} */
            status: "recording" | "uploading" | "ready" | "failed" | "expired";
        };
        ClipAt: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /** @description Signed; plays the clip without other credentials */
            url: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            start_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            end_at: string;
            duration_sec: number;
            /** @description Where in the clip the moment is, or its end nearest to it */
            offset_sec: number;
            /** @description Whether the moment is in the clip */
            covers: boolean;
        };
        CameraTimelineEvent: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            /**
             * Format: date-time
             * @description When its clip begins, pre-roll and all; without a clip the trigger
             */
            start_at: string;
            /** @description When it ended; null while it is recorded, and where that is not known */
            end_at: string | null;
            /** @enum {string} */
            event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            /**
             * @description `scheduled` and `ai` may be shown; nothing makes such events yet
             * @enum {string}
             */
            trigger_source: "onvif" | "software" | "manual" | "scheduled" | "ai";
            /** @description What was named in it */
            tags: string[];
            /** @description As the analysis says */
            severity: ("info" | "low" | "medium" | "high" | "critical") | null;
            /** @description Of its alerts the one that was dealt with least; null: it made none */
            alert_status: ("new" | "acknowledged" | "resolved") | null;
            starred: boolean;
            /**
             * @description A clip that is `ready` plays from `start_at` to `end_at`
             * @enum {string}
             */
            clip_status: "recording" | "uploading" | "ready" | "failed" | "expired";
            /** @description Signed, valid for an hour at most. Only with `include=snapshot` */
            snapshot_url?: string | null;
            /** @description As the analysis says. Only with `include=summary` */
            summary?: string | null;
        };
        CameraTimeline: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            camera_name: string;
            /** @description What was recorded is still there, as long as it is kept */
            camera_deleted: boolean;
            /** @description IANA name: of the site where the camera stands, or last stood */
            timezone: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description Not included
             */
            to: string;
            /** @description Those of which a part lies within, by `start_at`: at most 10000 */
            events: components["schemas"]["CameraTimelineEvent"][];
            /** @description There are more events, earlier ones: ask for a shorter stretch */
            truncated: boolean;
            /** @description When the camera gave no pictures, in order: past outages as long as events are kept, the latest 1,000, and the one that lasts now */
            offline: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                end_at: string;
            }[];
        };
        ClipPreview: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description Signed; the image opens with it and no other credential */
            url: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            columns: number;
            /** @description Pixels */
            frame_width: number;
            /** @description Pixels */
            frame_height: number;
            /** @description Where in the clip each picture is, rising. They are keyframes */
            offsets_sec: number[];
        };
        AnswerUsage: {
            /** @description Requests to the provider, repeats and corrections too */
            calls: number;
            /** @description null: the provider did not count them */
            input_tokens: number | null;
            output_tokens: number | null;
            /** @description null: no price is set, or the provider counted no tokens */
            cost_usd: number | null;
            latency_ms: number;
        };
        PredicateNode: {
            /** @constant */
            op: "all";
            of: components["schemas"]["PredicateNode"][];
        } | {
            /** @constant */
            op: "any";
            of: components["schemas"]["PredicateNode"][];
        } | {
            /** @constant */
            op: "not";
            of: components["schemas"]["PredicateNode"];
        } | {
            /** @constant */
            op: "category";
            in: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
        } | {
            /** @constant */
            op: "source";
            in: ("onvif" | "software" | "manual" | "scheduled" | "ai")[];
        } | {
            /** @constant */
            op: "topic";
            like: string;
        } | {
            /** @constant */
            op: "tag";
            in: string[];
        } | {
            /** @constant */
            op: "object";
            /** @description What was seen. A broader word covers narrower ones: vehicle covers car */
            label: string;
            /** @description How many; 1 if no number is given */
            at_least?: number;
            /** @description 0: none was seen */
            at_most?: number;
            /** @description Those seen with less are not counted */
            min_confidence?: number;
        } | {
            /** @constant */
            op: "confidence";
            at_least: number;
        } | {
            /** @constant */
            op: "severity";
            /** @enum {string} */
            at_least?: "info" | "low" | "medium" | "high" | "critical";
            /** @enum {string} */
            at_most?: "info" | "low" | "medium" | "high" | "critical";
        } | {
            /** @constant */
            op: "camera";
            in: string[];
        } | {
            /** @constant */
            op: "site";
            in: string[];
        } | {
            /** @constant */
            op: "time";
            /** @description HH:MM, included */
            from: string;
            /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
            to: string | "24:00";
            /** @description The days on which the hours begin; every day if absent */
            days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /** @description IANA name; that of the site if absent */
            timezone?: string;
        } | {
            /** @constant */
            op: "duration";
            /** @description Seconds */
            at_least?: number;
            /** @description Seconds */
            at_most?: number;
        } | {
            /** @constant */
            op: "text";
            /**
             * @description `words`: each occurs somewhere; `phrase`: one after the other
             * @enum {string}
             */
            match: "words" | "phrase";
            value: string;
        };
        Predicate: {
            /** @constant */
            version: 1;
            where: components["schemas"]["PredicateNode"];
        };
        SaidWords: {
            /** @description Where they begin, in UTF-16 units of the sentence without blanks around it */
            start: number;
            /** @description Where they end; the character there is no part of them */
            end: number;
            /** @description Where the conditions stand in the predicate: `where.of.1`; none: they are unexpressed */
            paths: string[];
        };
        CompileResult: {
            /** @description null if nothing of the sentence was understood */
            predicate: components["schemas"]["Predicate"] | null;
            /** @description What the predicate asks, in words, written from the predicate itself */
            explanation: string;
            /** @description What the predicate does not say, though the sentence does */
            unexpressed: {
                words: string;
                reason: string;
            }[];
            /** @description What the sentence left open, and how it was read */
            assumptions: string[];
            /** @description What deserves a look before the rule is used */
            warnings: string[];
            /** @description Which words made which condition, in their order, as far as that can be told */
            words: components["schemas"]["SaidWords"][];
            /** @enum {string} */
            compiled_by: "deterministic" | "model";
            provider: string | null;
            model: string | null;
            /** @description What asking a model took; null if none was asked */
            usage: components["schemas"]["AnswerUsage"] | null;
        };
        CompiledVersion: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            /** @description 1, 2, … of its rule; a number is given once */
            number: number;
            /** @description The rule is judged by it */
            active: boolean;
            /** @description What the judge is asked */
            sentence: string | null;
            /** @description null if it cannot be read here, as one of a later release: the explanation says why, and each event is in doubt */
            predicate: components["schemas"]["Predicate"] | null;
            /** @description The predicate in words */
            explanation: string;
            judge: {
                /** @enum {string} */
                use: "never" | "doubtful";
                /** @enum {string} */
                in_doubt: "alert" | "no_alert";
            };
            /** @description Of its alerts; null: the analysis' or the rule's */
            severity: ("info" | "low" | "medium" | "high" | "critical") | null;
            /** @description For people */
            note: string | null;
            /** @description The name at that time */
            created_by: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description When it last became the active one; null if it never was */
            activated_at: string | null;
        };
        JudgeBudget: {
            /** @description Questions to the judge a day; 0: none */
            daily_limit: number;
            /** @description Questions that were asked today, or are being asked */
            used: number;
            /** @description Questions that may still be asked today */
            remaining: number;
            /**
             * Format: date-time
             * @description Midnight in the organisation's timezone
             */
            resets_at: string;
            /**
             * @description `predicate_decides`: what `judge.in_doubt` of the version says; `no_alert`: a doubt is no alert
             * @enum {string}
             */
            when_spent: "predicate_decides" | "no_alert";
            /**
             * @description The same where there is no provider, or it fails
             * @enum {string}
             */
            when_unavailable: "predicate_decides" | "no_alert";
        };
        RuleVerdict: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            version_id: string;
            version_number: number;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description The version of the event's analysis that was judged; 0 if it has none */
            run: number;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id: string;
            /**
             * @description `pending`: the judge has not answered yet
             * @enum {string}
             */
            status: "pending" | "decided";
            /** @enum {string} */
            outcome: "match" | "no_match" | "doubtful";
            /**
             * @description `budget`: the judge was not asked, the budget is spent; `unavailable`: it could not be asked, or gave no answer
             * @enum {string}
             */
            decided_by: "predicate" | "judge" | "budget" | "unavailable";
            conditions: {
                /** @description Where it stands in the predicate: `where.of.1` */
                path: string;
                condition: components["schemas"]["PredicateNode"];
                /**
                 * @description `doubtful`: not known well enough
                 * @enum {string}
                 */
                held: "yes" | "no" | "doubtful";
                /** @description What of the event decided it, in words */
                why: string;
            }[];
            /** @description Why it was decided so, in a sentence */
            reason: string;
            /** @description The judge's, or the analysis' */
            confidence: number | null;
            /**
             * @description `alert_stands`: the rule had told of this event before; `cooldown`: an alert of rule and camera stands too close; `held_back`: by No-Big-Deal
             * @enum {string}
             */
            followed: "pending" | "alert" | "alert_stands" | "cooldown" | "held_back" | "no_alert";
            /** @description The knob of No-Big-Deal */
            held_back_by: string | null;
            alert_id: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            decided_at: string | null;
        };
        CompiledTrialResult: {
            /** @description The predicate in words */
            explanation: string;
            /** @description Events that were looked at, newest first; 2000 at most */
            scanned: number;
            /** @description false: there are older events in this time that were not looked at */
            complete: boolean;
            /** @description The oldest event that was looked at */
            looked_back_to: string | null;
            /** @description Of the rule, by which in_cooldown is told; 300 without version_id */
            cooldown_sec: number;
            counts: {
                match: number;
                doubtful: number;
                no_match: number;
                /** @description Of no_match: one condition more would have made a match */
                near_miss: number;
                /** @description Of match: too close to the one before */
                in_cooldown: number;
                /** @description Would match, but the rule's own conditions leave them out; in no other count */
                outside_rule: number;
            };
            matches: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                event_id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                camera_id: string;
                camera_name: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                site_id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                triggered_at: string;
                /** @enum {string} */
                outcome: "match" | "no_match" | "doubtful";
                /** @description Conditions that hold */
                met: number;
                /** @description Conditions in all */
                of: number;
                conditions: {
                    /** @description Where it stands in the predicate: `where.of.1` */
                    path: string;
                    condition: components["schemas"]["PredicateNode"];
                    /**
                     * @description `doubtful`: not known well enough
                     * @enum {string}
                     */
                    held: "yes" | "no" | "doubtful";
                    /** @description What of the event decided it, in words */
                    why: string;
                }[];
                /** @description Why the rule's own conditions leave the event out; null if they do not, or without version_id */
                outside_rule: string | null;
                /** @description A match too close to the one before: it would make no alert */
                in_cooldown: boolean;
                /** @description Where the conditions stand that keep it from being a match, on the way with the fewest */
                missing: string[];
                /** @description Signed, valid for an hour at most */
                snapshot_url: string | null;
            }[];
            doubtful: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                event_id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                camera_id: string;
                camera_name: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                site_id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                triggered_at: string;
                /** @enum {string} */
                outcome: "match" | "no_match" | "doubtful";
                /** @description Conditions that hold */
                met: number;
                /** @description Conditions in all */
                of: number;
                conditions: {
                    /** @description Where it stands in the predicate: `where.of.1` */
                    path: string;
                    condition: components["schemas"]["PredicateNode"];
                    /**
                     * @description `doubtful`: not known well enough
                     * @enum {string}
                     */
                    held: "yes" | "no" | "doubtful";
                    /** @description What of the event decided it, in words */
                    why: string;
                }[];
                /** @description Why the rule's own conditions leave the event out; null if they do not, or without version_id */
                outside_rule: string | null;
                /** @description A match too close to the one before: it would make no alert */
                in_cooldown: boolean;
                /** @description Where the conditions stand that keep it from being a match, on the way with the fewest */
                missing: string[];
                /** @description Signed, valid for an hour at most */
                snapshot_url: string | null;
            }[];
            near_misses: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                event_id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                camera_id: string;
                camera_name: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                site_id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                triggered_at: string;
                /** @enum {string} */
                outcome: "match" | "no_match" | "doubtful";
                /** @description Conditions that hold */
                met: number;
                /** @description Conditions in all */
                of: number;
                conditions: {
                    /** @description Where it stands in the predicate: `where.of.1` */
                    path: string;
                    condition: components["schemas"]["PredicateNode"];
                    /**
                     * @description `doubtful`: not known well enough
                     * @enum {string}
                     */
                    held: "yes" | "no" | "doubtful";
                    /** @description What of the event decided it, in words */
                    why: string;
                }[];
                /** @description Why the rule's own conditions leave the event out; null if they do not, or without version_id */
                outside_rule: string | null;
                /** @description A match too close to the one before: it would make no alert */
                in_cooldown: boolean;
                /** @description Where the conditions stand that keep it from being a match, on the way with the fewest */
                missing: string[];
                /** @description Signed, valid for an hour at most */
                snapshot_url: string | null;
            }[];
            message: string;
        };
        AnalysisBox: {
            /** @description Of the left edge, as part of the picture's width */
            x: number;
            /** @description Of the upper edge, as part of the picture's height */
            y: number;
            width: number;
            height: number;
        };
        AnalysisObject: {
            /** @description Lower case; one of the object categories where one fits */
            label: string;
            /** @description How many alike the entry stands for */
            count: number;
            /** @description How sure the model is, 0 to 1 */
            confidence: number;
            /** @description Number of the picture in which it is seen best */
            picture: number | null;
            /** @description Where in that picture; null: the model gave no place */
            box: components["schemas"]["AnalysisBox"] | null;
        };
        AnalysisFace: {
            /** @description Number of the picture */
            picture: number;
            /** @description Where in that picture; null: the model gave no place */
            box: components["schemas"]["AnalysisBox"] | null;
        };
        AnalysisEvidence: {
            /** @description Number of the picture */
            picture: number;
            /** @description What is seen in it, in a sentence */
            shows: string;
        };
        AnalysisPicture: {
            /** @description By which objects, faces and evidence name it */
            number: number;
            /** @description Seconds from the beginning of the clip */
            offset_sec: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            taken_at: string;
            /** @description Pixels */
            width: number;
            /** @description Pixels */
            height: number;
            /** @description Signed, valid for an hour at most; null once the picture is removed */
            url: string | null;
        };
        AnalysisResult: {
            /** @description One sentence */
            summary: string;
            /** @description What happens, in its order */
            narrative: string;
            /** @description Lower case, each once */
            tags: string[];
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description How sure the model is of the whole, 0 to 1 */
            confidence: number;
            objects: components["schemas"]["AnalysisObject"][];
            faces: components["schemas"]["AnalysisFace"][];
            evidence: components["schemas"]["AnalysisEvidence"][];
        };
        AnalysisRun: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description 1, 2, … of its event */
            version: number;
            /** @enum {string} */
            state: "pending" | "completed" | "skipped" | "failed";
            /** @description Why it was skipped or failed, or, while it is pending, why it waits and until when */
            reason: string | null;
            /** @description What a reader should know of the result */
            note: string | null;
            /**
             * @description Why there is this version
             * @enum {string}
             */
            cause: "clip_stored" | "clip_failed" | "clip_given_up" | "requested";
            requested_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            /** @enum {string} */
            mode: "snapshot_only" | "multi_frame" | "full_video" | "disabled";
            /** @enum {string} */
            pass_mode: "one_pass" | "two_pass";
            /** @description triage: the small pictures showed nothing worth a closer look; the result is short */
            depth: ("triage" | "full") | null;
            /** @description null: no model was asked */
            provider: string | null;
            model: string | null;
            /** @description Of our instructions; another with every word of them */
            prompt_version: string | null;
            /** @description Pictures that the model was shown */
            picture_count: number;
            /** @description Requests to the provider, repeats included */
            calls: number;
            /** @description null: the provider did not count them */
            input_tokens: number | null;
            output_tokens: number | null;
            /** @description null: no price is set, or the provider counted no tokens */
            cost_usd: number | null;
            /** @description What the provider took */
            model_ms: number | null;
            /** @description What reading and decoding the pictures took */
            pictures_ms: number | null;
            /** @description What all else took */
            own_ms: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        AnalysisVersion: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description 1, 2, … of its event */
            version: number;
            /** @enum {string} */
            state: "pending" | "completed" | "skipped" | "failed";
            /** @description Why it was skipped or failed, or, while it is pending, why it waits and until when */
            reason: string | null;
            /** @description What a reader should know of the result */
            note: string | null;
            /**
             * @description Why there is this version
             * @enum {string}
             */
            cause: "clip_stored" | "clip_failed" | "clip_given_up" | "requested";
            requested_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            /** @enum {string} */
            mode: "snapshot_only" | "multi_frame" | "full_video" | "disabled";
            /** @enum {string} */
            pass_mode: "one_pass" | "two_pass";
            /** @description triage: the small pictures showed nothing worth a closer look; the result is short */
            depth: ("triage" | "full") | null;
            /** @description null: no model was asked */
            provider: string | null;
            model: string | null;
            /** @description Of our instructions; another with every word of them */
            prompt_version: string | null;
            /** @description Pictures that the model was shown */
            picture_count: number;
            /** @description Requests to the provider, repeats included */
            calls: number;
            /** @description null: the provider did not count them */
            input_tokens: number | null;
            output_tokens: number | null;
            /** @description null: no price is set, or the provider counted no tokens */
            cost_usd: number | null;
            /** @description What the provider took */
            model_ms: number | null;
            /** @description What reading and decoding the pictures took */
            pictures_ms: number | null;
            /** @description What all else took */
            own_ms: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            result: components["schemas"]["AnalysisResult"] | null;
            pictures: components["schemas"]["AnalysisPicture"][];
        };
        EventAnalysis: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @enum {string} */
            ai_status: "pending" | "completed" | "skipped" | "failed";
            /** @description Why it was skipped or failed */
            ai_reason: string | null;
            /** @description The version asked for; else the newest that was completed; else the newest */
            current: components["schemas"]["AnalysisVersion"] | null;
            /** @description All, newest first; at most 100 */
            versions: components["schemas"]["AnalysisRun"][];
            /** @description What models took for this event so far: all versions, and the questions to the judge */
            usage: {
                /** @description Requests that were sent to models, repeats and corrections too */
                calls: number;
                /** @description Those without a usable answer */
                failed_calls: number;
                /** @description Those that a model worked on and whose cost is not known */
                unpriced_calls: number;
                /** @description null: no provider counted them */
                input_tokens: number | null;
                output_tokens: number | null;
                /** @description null: no price is set for any of them */
                cost_usd: number | null;
                /** @description Of all calls together */
                latency_ms: number;
            };
        };
        EventObjects: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description null: no analysis was completed */
            version: number | null;
            data: components["schemas"]["AnalysisObject"][];
            total: number;
            /** @description How many of each label */
            counts: {
                [key: string]: number;
            };
            /** @description Kinds of objects that the camera itself reported */
            reported_by_camera: string[];
            pictures: components["schemas"]["AnalysisPicture"][];
        };
        EventFaces: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description null: no analysis was completed */
            version: number | null;
            data: components["schemas"]["AnalysisFace"][];
            total: number;
            pictures: components["schemas"]["AnalysisPicture"][];
        };
        EventEvidence: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description null: no analysis was completed */
            version: number | null;
            data: {
                /** @description By which objects, faces and evidence name it */
                number: number;
                /** @description Seconds from the beginning of the clip */
                offset_sec: number | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                taken_at: string;
                /** @description Pixels */
                width: number;
                /** @description Pixels */
                height: number;
                /** @description Signed, valid for an hour at most; null once the picture is removed */
                url: string | null;
                shows: string[];
            }[];
            total: number;
        };
        LikenessPart: {
            /** @enum {string} */
            part: "tags" | "objects" | "text" | "time_of_day" | "category" | "camera";
            likeness: number;
            /** @description Its share of the score; what the event asked about does not have weighs nothing */
            weight: number;
            /** @description likeness × weight; the contributions sum to the score */
            contribution: number;
            /** @description For a person, such as "both have the tags person and parcel" */
            why: string;
        };
        SimilarEvent: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            camera_name: string;
            camera_deleted: boolean;
            /** @enum {string} */
            event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            trigger_topic: string;
            /**
             * @description `scheduled` and `ai` may be shown; nothing makes such events yet
             * @enum {string}
             */
            trigger_source: "onvif" | "software" | "manual" | "scheduled" | "ai";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            duration_sec: number | null;
            summary: string | null;
            tags: string[];
            /** @enum {string} */
            ai_status: "pending" | "completed" | "skipped" | "failed";
            acknowledged: boolean;
            acknowledged_by: string | null;
            acknowledged_at: string | null;
            starred: boolean;
            notes: string | null;
            /** @description Signed, valid for an hour at most */
            snapshot_url: string | null;
            /** @enum {string} */
            recording_source: "gateway" | "relay";
            score: number;
            /** @description What makes it alike, in a sentence, the weightiest first */
            explanation: string;
            parts: components["schemas"]["LikenessPart"][];
        };
        FoundEvent: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            camera_name: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            summary: string | null;
        };
        UnderstoodQuestion: {
            /** @description The words that events were searched for */
            words: string[];
            from: string | null;
            /** @description Not included */
            before: string | null;
            /** @description Hours of each day, HH:MM; hours that end before they begin end on the next day */
            daily: {
                from: string;
                to: string;
            } | null;
            /** @description Names of cameras that the question names */
            cameras: string[];
            timezone: string;
        };
        EventAnswer: {
            /**
             * @description Without a provider, or if it failed, `found` lists what was found all the same
             * @enum {string}
             */
            status: "answered" | "no_provider" | "failed";
            /** @description Why there is no answer */
            reason: string | null;
            answer: string | null;
            /** @description The events on which the answer rests */
            citations: components["schemas"]["FoundEvent"][];
            /** @description What was found for the question, the best first */
            found: components["schemas"]["FoundEvent"][];
            understood: components["schemas"]["UnderstoodQuestion"];
            provider: string | null;
            model: string | null;
            /** @description What asking a model took; null if none was asked */
            usage: components["schemas"]["AnswerUsage"] | null;
        };
        Share: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @enum {string} */
            status: "active" | "locked" | "expired" | "revoked";
            has_password: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            created_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            revoked_at: string | null;
            view_count: number;
            last_viewed_at: string | null;
        };
        ShareWithLink: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @enum {string} */
            status: "active" | "locked" | "expired" | "revoked";
            has_password: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            created_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            revoked_at: string | null;
            view_count: number;
            last_viewed_at: string | null;
            /** @description 43 characters; kept as a hash only, so it is not shown again */
            token: string;
            /** @description The page that shows the event */
            url: string;
        };
        ShareView: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
            /** @enum {string} */
            outcome: "viewed" | "clip_fetched" | "snapshot_fetched" | "password_missing" | "password_wrong" | "locked" | "expired" | "revoked" | "event_deleted";
            address: string | null;
            user_agent: string | null;
        };
        SharedEvent: {
            camera_name: string;
            /** @enum {string} */
            event_category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            duration_sec: number | null;
            summary: string | null;
            /** @enum {string} */
            clip_status: "recording" | "uploading" | "ready" | "failed" | "expired";
            clip_url: string | null;
            clip_content_type: string | null;
            clip_bytes: number | null;
            snapshot_url: string | null;
            /**
             * Format: date-time
             * @description When the links to clip and snapshot end; open the share again then
             */
            media_expires_at: string;
            /** @description IANA name; the time zone of the organisation */
            timezone: string;
            /**
             * Format: date-time
             * @description When the share ends
             */
            expires_at: string;
        };
        EventTimelineBucket: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            start: string;
            /**
             * Format: date-time
             * @description Where the next begins: 23 or 25 hours on where clocks change
             */
            end: string;
            total: number;
            /** @description Categories with an event */
            by_category: {
                [key: string]: number;
            };
            /** @description Cameras with an event, of those in `cameras`; the rest of `total` is of others */
            by_camera: {
                [key: string]: number;
            };
        };
        EventTimeline: {
            /** @enum {string} */
            interval: "hour" | "day";
            /** @description IANA name */
            timezone: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description Not included
             */
            to: string;
            total: number;
            data: components["schemas"]["EventTimelineBucket"][];
            /** @description The cameras with the most events, at most 20 */
            cameras: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                camera_id: string;
                camera_name: string;
                total: number;
            }[];
        };
        QuietWindow: {
            /**
             * @description The days on which the hours begin; every day if absent
             * @default [
             *       "mon",
             *       "tue",
             *       "wed",
             *       "thu",
             *       "fri",
             *       "sat",
             *       "sun"
             *     ]
             */
            days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /** @description HH:MM, included */
            from: string;
            /** @description HH:MM, not included; 24:00 is the end of the day. One that is before `from` is on the next day */
            to: string | "24:00";
        };
        NoBigDealOverride: {
            /** @description False: nothing is held back, whatever the other knobs say */
            enabled?: boolean;
            /**
             * @description Alerts below it are held back
             * @enum {string}
             */
            min_severity?: "info" | "low" | "medium" | "high" | "critical";
            /** @description Alerts of less confidence are held back. Before analysis confidence is not known, and passes */
            min_confidence?: number;
            /** @description Alerts of events with one of these tags are held back. Before analysis no tag is known */
            suppressed_tags?: string[];
            /** @description Alerts of events of these categories are held back */
            suppressed_categories?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
            /** @description Alerts of what happens in these hours, by the clock at the camera's site, are held back */
            quiet_hours?: components["schemas"]["QuietWindow"][];
            /** @description Alerts of the same rule, camera and kind closer than this to one that went out are held back; 0: off */
            repeat_window_sec?: number;
            /**
             * @description Alerts of this severity or a graver one always go out; `none`: every alert may be held back
             * @enum {string}
             */
            never_hold_back?: "info" | "low" | "medium" | "high" | "critical" | "none";
            /**
             * @description After like feedback: nothing, a suggestion, or a change of the camera's override at once
             * @enum {string}
             */
            learn_from_feedback?: "off" | "suggest" | "apply";
            /** @description How many events of a kind must have been called no big deal */
            learn_after?: number;
            /** @description Feedback older than this is not counted */
            learn_within_days?: number;
        };
        NoBigDealSettings: {
            /** @description False: nothing is held back, whatever the other knobs say */
            enabled: boolean;
            /**
             * @description Alerts below it are held back
             * @enum {string}
             */
            min_severity: "info" | "low" | "medium" | "high" | "critical";
            /** @description Alerts of less confidence are held back. Before analysis confidence is not known, and passes */
            min_confidence: number;
            /** @description Alerts of events with one of these tags are held back. Before analysis no tag is known */
            suppressed_tags: string[];
            /** @description Alerts of events of these categories are held back */
            suppressed_categories: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
            /** @description Alerts of what happens in these hours, by the clock at the camera's site, are held back */
            quiet_hours: components["schemas"]["QuietWindow"][];
            /** @description Alerts of the same rule, camera and kind closer than this to one that went out are held back; 0: off */
            repeat_window_sec: number;
            /**
             * @description Alerts of this severity or a graver one always go out; `none`: every alert may be held back
             * @enum {string}
             */
            never_hold_back: "info" | "low" | "medium" | "high" | "critical" | "none";
            /**
             * @description After like feedback: nothing, a suggestion, or a change of the camera's override at once
             * @enum {string}
             */
            learn_from_feedback: "off" | "suggest" | "apply";
            /** @description How many events of a kind must have been called no big deal */
            learn_after: number;
            /** @description Feedback older than this is not counted */
            learn_within_days: number;
            /** @description For each knob where its value comes from; only if `camera_id` was given */
            origins?: {
                [key: string]: "default" | "rule" | "camera";
            };
        };
        HeldBackAlert: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            /** @description The rule's name at that time */
            rule_name: string;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            camera_name: string;
            /**
             * Format: uuid
             * @description The site at trigger time
             */
            site_id: string;
            /**
             * @description The first knob that held it back, in the order of docs/analysis.md
             * @enum {string}
             */
            knob: "enabled" | "min_severity" | "min_confidence" | "suppressed_tags" | "suppressed_categories" | "quiet_hours" | "repeat_window_sec" | "never_hold_back" | "learn_from_feedback" | "learn_after" | "learn_within_days";
            /** @description Its value at that time; of a list what applied */
            value: string | number | boolean | string[] | components["schemas"]["QuietWindow"][];
            /**
             * @description Whether the rule or the camera had that value
             * @enum {string}
             */
            origin: "default" | "rule" | "camera";
            /** @description The same in a sentence */
            reason: string;
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            confidence: number | null;
            /** @enum {string} */
            category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            /** @description As known when the rule matched */
            tags: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            triggered_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            held_back_at: string;
        };
        NoBigDealSuggestion: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            /**
             * @description Of the events that it is about
             * @enum {string}
             */
            category: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
            /** @description Their main tag; null if none was known when they fired */
            tag: string | null;
            /** @enum {string} */
            knob: "enabled" | "min_severity" | "min_confidence" | "suppressed_tags" | "suppressed_categories" | "quiet_hours" | "repeat_window_sec" | "never_hold_back" | "learn_from_feedback" | "learn_after" | "learn_within_days";
            /** @description Of a list what is added; of a number the new one */
            value: string | number | boolean | string[] | components["schemas"]["QuietWindow"][];
            /** @description Why this knob and this value, in a sentence */
            reason: string;
            /** @description Events that were called no big deal */
            no_big_deal: number;
            /** @description Events of the kind that were called useful */
            useful: number;
            /** @description The events whose feedback was counted */
            event_ids: string[];
            /**
             * @description `withdrawn`: later feedback spoke against it
             * @enum {string}
             */
            status: "open" | "applied" | "dismissed" | "withdrawn";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
            decided_at: string | null;
            /** @description Who applied, dismissed or withdrew it; kind `system`: the service */
            decided_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            } | null;
        };
        WhyRule: {
            /**
             * Format: uuid
             * @description UUID
             */
            rule_id: string;
            /** @description As it was then, where something was written down; else as it is now */
            rule_name: string;
            /**
             * @description `alerted`: it told; `held_back`: No-Big-Deal kept it back; `cooldown`: an alert stands too close; `waiting`: for the analysis or the judge; `doubtful`: in doubt it did not tell; `refused`: the judge said no; `near_miss`: one condition was missing; `changed`: it would match as it is now, and did not when the event came
             * @enum {string}
             */
            outcome: "alerted" | "held_back" | "cooldown" | "waiting" | "doubtful" | "refused" | "near_miss" | "changed";
            /** @description The same in a sentence */
            reason: string;
            /**
             * @description `after_analysis`: by the active compiled version of the rule
             * @enum {string}
             */
            judged: "at_once" | "after_analysis";
            /**
             * @description `then`: the conditions are as they were judged; `now`: nothing was written down, and rule and event are compared as they are now
             * @enum {string}
             */
            as_of: "then" | "now";
            /** @description Empty for a rule that was deleted */
            conditions: {
                /**
                 * @description `rule`: a condition of the rule's own; `version`: one of its compiled version
                 * @enum {string}
                 */
                of: "rule" | "version";
                /** @description What it asks about: the operator of a compiled condition, or `enabled`, `cameras`, `site`, `category`, `source`, `topic`, `tags`, `confidence`, `schedule`, `new` (it goes on from no other event about which the rule was asked) */
                what: string;
                /**
                 * @description `doubtful`: not known well enough
                 * @enum {string}
                 */
                held: "yes" | "no" | "doubtful";
                /** @description What of the event decided it, in words */
                why: string;
            }[];
            /** @description Of a near miss, the one that was missing */
            missing: {
                /**
                 * @description `rule`: a condition of the rule's own; `version`: one of its compiled version
                 * @enum {string}
                 */
                of: "rule" | "version";
                /** @description What it asks about: the operator of a compiled condition, or `enabled`, `cameras`, `site`, `category`, `source`, `topic`, `tags`, `confidence`, `schedule`, `new` (it goes on from no other event about which the rule was asked) */
                what: string;
                /**
                 * @description `doubtful`: not known well enough
                 * @enum {string}
                 */
                held: "yes" | "no" | "doubtful";
                /** @description What of the event decided it, in words */
                why: string;
            } | null;
            /** @description The alert of this event */
            alert: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /** @enum {string} */
                status: "new" | "acknowledged" | "resolved";
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                fired_at: string;
                severity: string;
            } | null;
            /** @description Of one in cooldown */
            cooldown: {
                cooldown_sec: number;
                /** @description The alert that stands too close; null: it is not there any more */
                alert_id: string | null;
                /** @description The event of that alert */
                event_id: string | null;
                triggered_at: string | null;
            } | null;
            /** @description What the compiled version said, of the last run; `held_back_by` for operators and above */
            verdict: components["schemas"]["RuleVerdict"] | null;
            /** @description Which knob held it back; for operators and above, else null */
            held_back: components["schemas"]["HeldBackAlert"] | null;
        };
        EventWhy: {
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @description Whether a rule made an alert of it */
            told: boolean;
            /**
             * @description Rules with a compiled version judge once it is not `pending` any more
             * @enum {string}
             */
            ai_status: "pending" | "completed" | "skipped" | "failed";
            /** @description Those that told first, then those that nearly did; of near misses 50 at most */
            rules: components["schemas"]["WhyRule"][];
            /** @description Rules that the caller may see, and that were nowhere near */
            other_rules: number;
            /** @description Who was notified and who was not, in the order in which it was decided; the first 500. For admins and above, else null */
            decisions: components["schemas"]["NotificationDecision"][] | null;
        };
        Feedback: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            event_id: string;
            /** @enum {string} */
            verdict: "useful" | "no_big_deal" | "wrong";
            comment: string | null;
            rule_id: string | null;
            alert_id: string | null;
            given_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            /**
             * Format: date-time
             * @description When it was said first
             */
            given_at: string;
            /**
             * Format: date-time
             * @description When it was said last
             */
            changed_at: string;
        };
        GatewayHealth: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id: string;
            /** @enum {string} */
            status: "registered" | "online" | "offline" | "disabled";
            version: string | null;
            local_ip: string | null;
            last_heartbeat_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description A newer version of its program exists; null if its own is not known */
            version_outdated: boolean | null;
            /** @description Until then cameras may be added from the site; null or past: closed */
            commissioning_until: string | null;
            /** @description That are switched on and that the caller may see */
            cameras: {
                total: number;
                online: number;
            };
            needs_somebody: boolean;
            figures: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                gateway_id: string;
                cpu_percent: number | null;
                cpu_count: number | null;
                memory_mb: number | null;
                last_heartbeat_at: string | null;
                /** @description When these figures came; null: never */
                reported_at: string | null;
                /** @description Null before the gateway said so */
                storage: {
                    /**
                     * @description low: what waits for the cloud will be given up soon; full: events are kept without clips
                     * @enum {string}
                     */
                    level: "ok" | "low" | "full";
                    free_mb: number;
                    /** @description By recordings */
                    used_mb: number;
                    /** @description The most that recordings take; null for what the reserve leaves */
                    quota_mb: number | null;
                    /** @description What recordings leave free */
                    reserve_mb: number;
                    /** @description The whole disk; absent where it was not said */
                    size_mb?: number;
                } | null;
                /** @description What was given up for want of space, or refused for good */
                losses: {
                    snapshots: number;
                    clips: number;
                    events: number;
                } | null;
                network_throughput: {
                    upstream_mbps: number | null;
                    downstream_mbps: number | null;
                };
                clock: {
                    /** @description Whether a time service holds it; null if not known */
                    synced: boolean | null;
                    /** @description The cloud's clock minus the gateway's */
                    offset_ms: number | null;
                };
                /** @description Null where it was not reported */
                waiting: {
                    clips: number;
                    /** @description Of clips and pictures */
                    mb: number;
                    /** @description When the oldest of the clips ended, by the gateway's clock; null: none waits, or it was kept by an earlier version */
                    oldest_at: string | null;
                } | null;
                /** @description How long what waits will take at the pace of the line now; null where nothing moves */
                upload_sec: number | null;
                /** @description Null where its recordings get through, and where it was not reported */
                upload_obstacle: {
                    /** @description What it answers in place of the cloud */
                    status: number;
                    /** @description What it says it is */
                    server: string | null;
                    /** @description The most that gets through at once, in which recordings are sent; null: nothing gets through */
                    part_bytes: number | null;
                } | null;
                /** @description How long the disk holds what is recorded if nothing is uploaded; null before there is an hour to tell by */
                room_sec: number | null;
                /** @description The gravest first */
                troubles: ("offline" | "duplicate_identity" | "disk_full" | "disk_low" | "falls_behind" | "clock_wrong" | "clock_not_held" | "busy" | "outdated")[];
            };
        };
        TroubledCamera: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            name: string;
            /**
             * Format: uuid
             * @description UUID
             */
            site_id: string;
            gateway_id: string | null;
            /** @enum {string} */
            status: "pending" | "online" | "offline" | "error" | "disabled";
            /** @description Else it works and could be better */
            needs_somebody: boolean;
            connectivity: {
                ok: boolean;
                cause: ("dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol" | "disabled" | "unpaired" | "gateway_offline" | "gateway_disabled" | "relay_offline" | "waiting" | "unknown") | null;
                /** @description What is wrong, for a person */
                message: string;
                /** @description What to do about it */
                remedy: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                since: string;
            };
            /** @description What works and could be better */
            warnings: {
                code: string;
                /** @description Null: the camera as a whole */
                stream: ("main" | "sub") | null;
                value: number | null;
                message: string;
                remedy: string;
            }[];
            reconnects_last_hour: number | null;
            stalls_last_hour: number | null;
            /** @description Of the last 24 hours */
            outages: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                start_at: string;
                /** @description Null: it lasts */
                end_at: string | null;
            }[];
        };
        FleetHealth: {
            /** @description Gateways and cameras */
            needs_somebody: number;
            gateways: components["schemas"]["GatewayHealth"][];
            cameras: {
                /** @description That are switched on */
                total: number;
                /** @description That somebody switched off */
                off: number;
                /** @description Of a gateway that is off line or was switched off: it stands for them */
                behind_gateways: number;
                need_somebody: number;
                could_be_better: number;
                /** @description Those that need somebody, the newest trouble first, then those that could be better: 200 of each at most */
                troubled: components["schemas"]["TroubledCamera"][];
            };
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "starting" | "stopping" | "degraded";
        };
        IssuedLiveToken: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            origins: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description No renewal goes beyond it
             */
            renewable_until: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            label: string | null;
            /** @description Seconds that it is good for, and that each renewal gives it */
            ttl_sec: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            created_by: {
                /** @enum {string} */
                kind: "user" | "service_account" | "gateway" | "operator" | "system";
                id: string | null;
                name: string;
            };
            revoked_at: string | null;
        };
        Notification: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * @description What the entry is about: an alert, or the test of a rule.
             * @enum {string}
             */
            kind: "alert" | "test";
            /** @description One line: the name of the rule. */
            title: string;
            /** @description What happened, and where: of several alerts a line each, with times. May be empty. */
            body: string;
            /** @description The alert, of several the first; null for a test. */
            alert_id: string | null;
            /** @description How many alerts it tells of; 0 for a test. */
            alert_count: number;
            /** @description The event behind that alert; null for a system alert, a test, and once retention has removed the event. */
            event_id: string | null;
            read: boolean;
            read_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description When a further alert was added, which made it unread again; null if none was. */
            updated_at: string | null;
            /** @description The alerts that it tells of: `GET /alerts?group_id=`; null for a test. */
            group_id: string | null;
            /** @description By what else you would have been told, had you not wanted to be left alone. */
            held_back_channels: ("in_app" | "email" | "push")[];
        };
        UnreadCount: {
            unread: number;
        };
        AllRead: {
            /** @description Entries that were unread until now. */
            marked: number;
        };
        ObjectCategory: {
            /** @enum {string} */
            id: "person" | "face" | "bicycle" | "motorcycle" | "car" | "van" | "truck" | "bus" | "train" | "boat" | "license_plate" | "backpack" | "handbag" | "suitcase" | "package" | "tool" | "ladder" | "weapon" | "dog" | "cat" | "bird" | "animal" | "fire" | "smoke";
            /** @description English */
            label: string;
        };
        ModelPrice: {
            input: number;
            output: number;
        };
        AiSettings: {
            /** @description False: no event is sent to a provider */
            enabled: boolean;
            /** @description Null: the one that the service is set up with */
            provider: string | null;
            /** @description Null: the one that the service is set up with, if it is the same provider's */
            model: string | null;
            /** @description Where the organisation's own endpoint of `provider` is; null: the provider's usual address */
            base_url: string | null;
            /** @description By model of the organisation's own providers; without one, costs are null */
            prices: {
                [key: string]: components["schemas"]["ModelPrice"];
            };
            /** @description Providers for which a key is stored */
            providers_with_key: string[];
        };
        Organisation: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @description IANA name; the days of dates without a time are those of this zone */
            timezone: string;
            clip_retention_days: number;
            event_retention_days: number;
            /** @description Alerts of one rule and camera within these seconds are told of together, after the first; 0: each by itself */
            notification_window_sec: number;
            /** @description Everybody proves a second factor when signing in; who has none sets one up at the next sign-in */
            require_second_factor: boolean;
            ai_settings: components["schemas"]["AiSettings"];
            /** @description False: the service has no mail server, and nobody is told of anything by e-mail */
            sends_mail: boolean;
            /** @description What clips and pictures take, with those under way */
            storage_used_bytes: number;
            /** @description What they may take: beyond it uploads wait at the gateways; null: no bound */
            storage_quota_bytes: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
        };
        AiUsage: {
            total: {
                /** @description Requests that were sent to models, repeats and corrections too */
                calls: number;
                /** @description Those without a usable answer */
                failed_calls: number;
                /** @description Those that a model worked on and whose cost is not known */
                unpriced_calls: number;
                /** @description null: no provider counted them */
                input_tokens: number | null;
                output_tokens: number | null;
                /** @description null: no price is set for any of them */
                cost_usd: number | null;
            };
            /** @description By day of the organisation's timezone and purpose, oldest first */
            days: {
                date: string;
                /** @enum {string} */
                purpose: "analysis" | "triage" | "compile" | "judge" | "chat";
                /** @description Requests that were sent to models, repeats and corrections too */
                calls: number;
                /** @description Those without a usable answer */
                failed_calls: number;
                /** @description Those that a model worked on and whose cost is not known */
                unpriced_calls: number;
                /** @description null: no provider counted them */
                input_tokens: number | null;
                output_tokens: number | null;
                /** @description null: no price is set for any of them */
                cost_usd: number | null;
            }[];
            /** @description What became of the events of that time */
            events: {
                /** @description A model looked at them */
                analysed: number;
                /** @description None did: analysis is off, or there was nothing to look at */
                skipped: number;
                /** @description One was asked, in vain */
                failed: number;
                pending: number;
            };
            /** @description What was taken today (UTC) of the service's own account, and what may be */
            operator_today: {
                /** @description In and out together */
                tokens: number;
                max_tokens: number;
                cost_usd: number;
                /** @description null: no ceiling in money */
                max_cost_usd: number | null;
                /** @description True: no model of the service is asked until `resets_at` */
                spent: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                resets_at: string;
            };
        };
        RetentionPreview: {
            /** @description Clips; 10000: so many or more */
            clips: number;
            /** @description Whole events; 10000: so many or more */
            events: number;
        };
        CameraAiUsage: {
            /**
             * Format: uuid
             * @description UUID
             */
            camera_id: string;
            camera_name: string;
            /** @description The camera is gone */
            deleted: boolean;
            /** @description Its events that a model was asked about */
            events: number;
            /** @description Requests that were sent to models, repeats and corrections too */
            calls: number;
            /** @description Those without a usable answer */
            failed_calls: number;
            /** @description Those that a model worked on and whose cost is not known */
            unpriced_calls: number;
            /** @description null: no provider counted them */
            input_tokens: number | null;
            output_tokens: number | null;
            /** @description null: no price is set for any of them */
            cost_usd: number | null;
        };
        AiTry: {
            answered: boolean;
            /** @description Null: there is no model to ask */
            provider: string | null;
            model: string | null;
            /** @description Whose key and prices are used: the organisation's own, or those of the service */
            account: ("organisation" | "operator") | null;
            /** @description Until the answer was there; null without one */
            latency_ms: number | null;
            /** @description Why there is no answer */
            reason: string | null;
        };
        PushSettings: {
            /** @description False: the operator of the service named no contact (`VAPID_SUBJECT`) */
            available: boolean;
            /** @description The `applicationServerKey` to subscribe with: a point of P-256 in base64url, the same for the whole organisation. Null where messages are not available */
            public_key: string | null;
            /** @description Rules of which you are a recipient by `push`, by name */
            rules: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                name: string;
            }[];
        };
        PushSubscription: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @description Host of the push service that the browser chose */
            service: string;
            user_agent: string;
            /** @description In which the browser words what it shows, BCP 47 */
            language: string;
            /** @description It was made in the session that asks */
            current: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description When its push service last took a message */
            last_sent_at: string | null;
            /** @description Why its push service did not take the last message; null if it did, and before the first */
            failure: string | null;
        };
        ServiceAccount: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin" | "owner";
            /** @description The readable part of the key in force, or of the last one */
            key_prefix: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            last_used_at: string | null;
            /** @description True: its key is refused for good */
            disabled: boolean;
        };
        ApiKey: {
            /** @description `sa_…`, sent as `Authorization: Bearer sa_…` */
            full_key: string;
            key_prefix: string;
            warning: string;
        };
        SignInGroup: {
            /** @description As the issuer names it; compared exactly */
            group: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            /**
             * @description What viewers of the group see; without meaning for other roles
             * @default []
             */
            site_ids: string[];
        };
        SingleSignOnSetting: {
            /** @description False: nobody signs in by it */
            enabled: boolean;
            /** @description Stands on the button of the sign-in page */
            name: string;
            /**
             * Format: uri
             * @description https, an address that the service may reach, exactly as the issuer calls itself
             */
            issuer: string;
            /** @description What the issuer calls this service */
            client_id: string;
            /**
             * @description Asked for beside openid, email and profile; some issuers name groups only if asked for them
             * @default []
             */
            scopes: string[];
            /**
             * @description In which claim of the ID token, or of UserInfo, groups are
             * @default groups
             */
            groups_claim: string;
            /** @description Of several the highest role counts, and a viewer sees the sites of all */
            groups: components["schemas"]["SignInGroup"][];
            /**
             * @description An account is made for whoever comes first with a group that gives a role
             * @default true
             */
            create_users: boolean;
            /**
             * @description Somebody who has an account of the same e-mail address, which the issuer says is verified, comes in by it. From then on they sign in by the issuer alone; never an owner
             * @default false
             */
            link_users: boolean;
            /** @description False: the issuer takes this service for a public client */
            has_client_secret: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        SingleSignOn: {
            /** @description null: people sign in by password alone */
            setting: components["schemas"]["SingleSignOnSetting"] | null;
            /** @description To be registered at the issuer */
            redirect_url: string;
            /** @description The page at which people sign in by it */
            sign_in_url: string;
        };
        SingleSignOnTested: {
            /** @description A sentence; null: the issuer can be used */
            problem: string | null;
            /** @description Where people are sent to sign in */
            authorization_endpoint: string | null;
            /** @description That the issuer lists */
            scopes: string[];
            /** @description That the issuer lists */
            claims: string[];
        };
        SignInOffer: {
            /** @description Stands on the button */
            name: string;
            /** @description Where the browser is sent; `to` is the page to come back to */
            start_url: string;
        };
        Site: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @description IANA name */
            timezone: string;
            address: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
        };
        User: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            email: string;
            display_name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin" | "owner";
            /** @description False: signing in is refused */
            enabled: boolean;
            /** @description The sites of a viewer; without meaning for other roles */
            site_ids: string[];
            /** @description Signing in takes more than the password */
            has_second_factor: boolean;
            /** @description Signs in by the issuer of the organisation, with neither password nor second factor here */
            single_sign_on: boolean;
            /** @description When one of their sign-ins was used last; null: never, or so long ago that it is forgotten */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
        };
        ChangedUser: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            display_name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin" | "owner";
            /** @description False: signing in is refused */
            enabled: boolean;
        };
        UserSession: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /** @enum {string} */
            client_type: "web" | "mobile";
            user_agent: string;
            address: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
            /** @description True for the session that asks */
            current: boolean;
        };
        InvitationLink: {
            /** @description Whoever opens it sets the password of this person, once */
            link: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expires_at: string;
        };
        SiteAccess: {
            site_ids: string[];
        };
        View: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @description It belongs to the organisation, else to you alone */
            shared: boolean;
            /**
             * @description How the pictures stand: all alike, with one or two large ones, or each in its own `size`
             * @enum {string}
             */
            layout: "even" | "one_large" | "two_large" | "by_hand";
            /** @description In their order; those at sites that you do not see are left out */
            cameras: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                camera_id: string;
                /**
                 * @description 1 to 3; it counts with the layout `by_hand`
                 * @default 1
                 */
                size: number;
            }[];
            /** @description Goes on by itself after so many seconds: to the next page, or the next camera in the large place. null: it stays */
            rotate_sec: number | null;
            /** @description Its place, from 0, among those of the organisation or your own */
            position: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            url: string;
            event_types: string[];
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description `whsec_` and base64 text; shown this once */
            secret: string;
        };
        WebhookDetail: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            url: string;
            event_types: string[];
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description Why the service disabled it; null if it did not */
            disabled_reason: string | null;
            /** @description Deliveries given up in a row */
            consecutive_failures: number;
            /** @description Until then the secret before signs as well */
            previous_secret_until: string | null;
            /** @description When the service disabled it; null if it did not, or before this was noted */
            disabled_at: string | null;
            /** @description When its secret was made; null: before this was noted */
            secret_since: string | null;
        };
        WebhookSecretRotation: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            url: string;
            event_types: string[];
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description Why the service disabled it; null if it did not */
            disabled_reason: string | null;
            /** @description Deliveries given up in a row */
            consecutive_failures: number;
            /** @description Until then the secret before signs as well */
            previous_secret_until: string | null;
            /** @description When the service disabled it; null if it did not, or before this was noted */
            disabled_at: string | null;
            /** @description When its secret was made; null: before this was noted */
            secret_since: string | null;
            /** @description `whsec_` and base64 text; shown this once */
            secret: string;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Equal to the header `webhook-id` of its attempts
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            webhook_id: string;
            event_type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            is_test: boolean;
            alert_id: string | null;
            /**
             * Format: uuid
             * @description `data.event_id` of the body
             */
            event_id: string;
            /** @description Of the alert; empty if nobody knows */
            rule_name: string;
            /** @description Of the alert; empty for the outage of a gateway */
            camera_name: string;
            /** @description How often it was sent anew by request */
            redeliveries: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description Null once it is delivered or given up */
            next_attempt_at: string | null;
            finished_at: string | null;
            attempts: {
                /** @description Counted over all tries of the delivery */
                number: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                started_at: string;
                duration_ms: number;
                /** @description What the receiver answered; null without an answer */
                status_code: number | null;
                /** @description The beginning of the answer, at most 1024 characters */
                response_excerpt: string | null;
                /** @description Why there is no answer */
                error: string | null;
            }[];
        };
        WebhookRequest: {
            /** @description Without `x-webhook-signature` and `webhook-signature` */
            headers: {
                [key: string]: string;
            };
            /** @description The text that was signed and sent */
            body: string;
        };
        WebhookDeliveryDetail: {
            /**
             * Format: uuid
             * @description Equal to the header `webhook-id` of its attempts
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            webhook_id: string;
            event_type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            is_test: boolean;
            alert_id: string | null;
            /**
             * Format: uuid
             * @description `data.event_id` of the body
             */
            event_id: string;
            /** @description Of the alert; empty if nobody knows */
            rule_name: string;
            /** @description Of the alert; empty for the outage of a gateway */
            camera_name: string;
            /** @description How often it was sent anew by request */
            redeliveries: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description Null once it is delivered or given up */
            next_attempt_at: string | null;
            finished_at: string | null;
            attempts: {
                /** @description Counted over all tries of the delivery */
                number: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                started_at: string;
                duration_ms: number;
                /** @description What the receiver answered; null without an answer */
                status_code: number | null;
                /** @description The beginning of the answer, at most 1024 characters */
                response_excerpt: string | null;
                /** @description Why there is no answer */
                error: string | null;
            }[];
            /** @description What the last attempt sent; null before the first, or where it could not be put together */
            last_request: components["schemas"]["WebhookRequest"] | null;
        };
        WebhookFailedRedelivered: {
            /** @description How many are on their way again, the oldest first; 1,000 at most */
            redelivered: number;
            /** @description How many are still given up */
            left: number;
        };
        InternalError: {
            error: {
                /** @enum {string} */
                code: "internal";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        ValidationError: {
            error: {
                /** @enum {string} */
                code: "validation_error";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        UnavailableError: {
            error: {
                /** @enum {string} */
                code: "unavailable";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthInternalError: {
            error: {
                /** @enum {string} */
                code: "INTERNAL";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthValidationError: {
            error: {
                /** @enum {string} */
                code: "VALIDATION_ERROR";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthUnavailableError: {
            error: {
                /** @enum {string} */
                code: "UNAVAILABLE";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthUnauthorizedError: {
            error: {
                /** @enum {string} */
                code: "UNAUTHORIZED";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                details?: {
                    second_factor: components["schemas"]["SecondFactorNeeded"];
                };
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthRateLimitedError: {
            error: {
                /** @enum {string} */
                code: "RATE_LIMITED";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthForbiddenError: {
            error: {
                /** @enum {string} */
                code: "FORBIDDEN";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthPayloadTooLargeError: {
            error: {
                /** @enum {string} */
                code: "PAYLOAD_TOO_LARGE";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthUnsupportedMediaTypeError: {
            error: {
                /** @enum {string} */
                code: "UNSUPPORTED_MEDIA_TYPE";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthConflictError: {
            error: {
                /** @enum {string} */
                code: "CONFLICT";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthNotFoundError: {
            error: {
                /** @enum {string} */
                code: "NOT_FOUND";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthAccountLockedError: {
            error: {
                /** @enum {string} */
                code: "ACCOUNT_LOCKED";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthAccountDisabledOrAuthForbiddenError: {
            error: {
                /** @enum {string} */
                code: "ACCOUNT_DISABLED" | "FORBIDDEN";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthUnauthorizedOrAuthRequiredError: {
            error: {
                /** @enum {string} */
                code: "UNAUTHORIZED" | "auth_required";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                details?: {
                    second_factor: components["schemas"]["SecondFactorNeeded"];
                };
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        RateLimitedError: {
            error: {
                /** @enum {string} */
                code: "rate_limited";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        ForbiddenError: {
            error: {
                /** @enum {string} */
                code: "forbidden";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        NotFoundError: {
            error: {
                /** @enum {string} */
                code: "not_found";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        PayloadTooLargeError: {
            error: {
                /** @enum {string} */
                code: "payload_too_large";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        UnsupportedMediaTypeError: {
            error: {
                /** @enum {string} */
                code: "unsupported_media_type";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        ConflictError: {
            error: {
                /** @enum {string} */
                code: "conflict";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        GoneError: {
            error: {
                /** @enum {string} */
                code: "gone";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        AuthRequiredError: {
            error: {
                /** @enum {string} */
                code: "auth_required";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                details?: {
                    second_factor: components["schemas"]["SecondFactorNeeded"];
                };
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
        LockedError: {
            error: {
                /** @enum {string} */
                code: "locked";
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
                /** @description What is wrong with which field */
                details?: components["schemas"]["FieldProblem"][];
                /**
                 * @description Why a camera that was looked at sent no picture, where it is known
                 * @enum {string}
                 */
                fault?: "dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol";
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getNodeHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listMySecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    makeTotpSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which app or device it is */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConflictError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    confirmTotpSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the app, six digits */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        second_factor: components["schemas"]["SecondFactor"];
                        /** @description With the first second factor of a person */
                        recovery_codes?: string[];
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthNotFoundError"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConflictError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    offerPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationOptions"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConflictError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which device or key it is */
                    name: string;
                    response: components["schemas"]["PasskeyAttestationInput"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        second_factor: components["schemas"]["SecondFactor"];
                        /** @description With the first second factor of a person */
                        recovery_codes?: string[];
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConflictError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    removeMySecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthNotFoundError"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConflictError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `ACCOUNT_LOCKED` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthAccountLockedError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    renewMyRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each signs in once in place of a code, if the app is lost. Shown this once */
                        recovery_codes: string[];
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConflictError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `ACCOUNT_LOCKED` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthAccountLockedError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    getSignInOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOffer"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthNotFoundError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 3 to 254 characters; case does not matter */
                    email: string;
                    password: string;
                    /**
                     * @description The session lasts 30 days instead of 7
                     * @default false
                     */
                    remember_me?: boolean;
                    /**
                     * @description web: the refresh token travels in an HttpOnly cookie; mobile: in the body, and no cookie is set
                     * @default web
                     * @enum {string}
                     */
                    client_type?: "web" | "mobile";
                    /**
                     * Format: uuid
                     * @description Chooses the organisation where an address is known to several
                     */
                    org_id?: string;
                    /** @description For people who have one; without it their right password is a 401 with `details.second_factor` */
                    second_factor?: {
                        /** @description Of the authenticator app; one period of 30 seconds before or after is taken too, each code once */
                        code?: string;
                        passkey?: components["schemas"]["PasskeyAssertionInput"];
                        /** @description One of those that were shown when the factor was set up */
                        recovery_code?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A JWT: send it as Authorization: Bearer */
                        access_token: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires; refresh before
                         */
                        expires_at: string;
                        /** @description For client_type mobile only. Each refresh answers its successor, and the token stays good until that is used */
                        refresh_token?: string;
                        user: components["schemas"]["SessionUser"];
                        /**
                         * @description The organisation asks for a second factor and the person has none yet: until one is set up, this session is good for that alone
                         * @enum {boolean}
                         */
                        second_factor_to_set_up?: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `ACCOUNT_DISABLED` or `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthAccountDisabledOrAuthForbiddenError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `ACCOUNT_LOCKED` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthAccountLockedError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    refreshAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description For client_type mobile; a web client has it in the cookie */
                    refresh_token?: string;
                    /**
                     * @description web: the token is in the cookie; mobile: in `refresh_token`. Default: mobile if `refresh_token` is sent, else web
                     * @enum {string}
                     */
                    client_type?: "web" | "mobile";
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A JWT: send it as Authorization: Bearer */
                        access_token: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires; refresh before
                         */
                        expires_at: string;
                        /** @description For client_type mobile only. Each refresh answers its successor, and the token stays good until that is used */
                        refresh_token?: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 3 to 254 characters; case does not matter */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the link in the mail; good once */
                    token: string;
                    /** @description 12 to 128 characters with an upper-case letter, a lower-case letter, a digit and a symbol, in Unicode NFKC */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    old_password: string;
                    /** @description 12 to 128 characters with an upper-case letter, a lower-case letter, a digit and a symbol, in Unicode NFKC */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `ACCOUNT_LOCKED` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthAccountLockedError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    display_name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    updateMyPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Merged into the preferences; null takes one away. At most 50 of them. */
        requestBody: {
            content: {
                "application/json": {
                    locale?: string | null;
                    timezone?: string | null;
                    notifications_paused_until?: string | null;
                } & {
                    [key: string]: (string | number | boolean) | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserSession"][];
                        total: number;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedError"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthForbiddenError"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthNotFoundError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthPayloadTooLargeError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnsupportedMediaTypeError"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRateLimitedError"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnavailableError"];
                };
            };
            /** @description `INTERNAL` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthInternalError"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the organisation */
                    email: string;
                    display_name: string;
                    /**
                     * @description Not above the caller's own
                     * @enum {string}
                     */
                    role: "viewer" | "operator" | "admin" | "owner";
                    /**
                     * @description Required for viewers, ignored for other roles
                     * @default []
                     */
                    site_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["ChangedUser"];
                        /** @description False where the service sends no mail: its operator has a command that prints the link */
                        invitation_sent: boolean;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    disableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    display_name?: string;
                    /**
                     * @description Not above the caller's own
                     * @enum {string}
                     */
                    role?: "viewer" | "operator" | "admin" | "owner";
                    /** @description False ends all sessions and refuses new ones */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedUser"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserSession"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    sendPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description False where the service sends no mail */
                        email_sent: boolean;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    makeInvitationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLink"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listUserSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    resetUserSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getUserSites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteAccess"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    setUserSites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteAccessInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteAccess"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceAccount"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description Fixed from then on; not above the caller's own
                     * @enum {string}
                     */
                    role: "viewer" | "operator" | "admin" | "owner";
                    /**
                     * @description What a viewer may see; no site: nothing. Ignored for other roles
                     * @default []
                     */
                    site_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_account: {
                            /**
                             * Format: uuid
                             * @description UUID
                             */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "operator" | "admin" | "owner";
                            /**
                             * Format: date-time
                             * @description RFC 3339, UTC
                             */
                            created_at: string;
                        };
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    disableServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    rotateServiceAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_account: {
                            /**
                             * Format: uuid
                             * @description UUID
                             */
                            id: string;
                            name: string;
                        };
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getServiceAccountSites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteAccess"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    setServiceAccountSites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteAccessInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteAccess"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    timezone?: string;
                    clip_retention_days?: number;
                    event_retention_days?: number;
                    notification_window_sec?: number;
                    /** @description Everybody proves a second factor when signing in; who has none sets one up at the next sign-in */
                    require_second_factor?: boolean;
                    ai_settings?: {
                        enabled?: boolean;
                        provider?: ("openai" | "anthropic") | null;
                        model?: string | null;
                        /** @description https, and an address that the service may reach. It goes with `provider`. A new address, or a new provider at an address, forgets the provider's key, unless the same request brings one */
                        base_url?: string | null;
                        /** @description By model: its price, or null to forget it; the others stay */
                        prices?: {
                            [key: string]: components["schemas"]["ModelPriceInput"] | null;
                        };
                        /** @description By provider: a key to store, or null to forget it. Stored sealed, never answered */
                        provider_keys?: {
                            [key: string]: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    setSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description False: nobody signs in by it
                     * @default true
                     */
                    enabled?: boolean;
                    /** @description Stands on the button of the sign-in page */
                    name: string;
                    /**
                     * Format: uri
                     * @description https, an address that the service may reach, exactly as the issuer calls itself
                     */
                    issuer: string;
                    /** @description What the issuer calls this service */
                    client_id: string;
                    /**
                     * @description Asked for beside openid, email and profile; some issuers name groups only if asked for them
                     * @default []
                     */
                    scopes?: string[];
                    /**
                     * @description In which claim of the ID token, or of UserInfo, groups are
                     * @default groups
                     */
                    groups_claim?: string;
                    /** @description Of several the highest role counts, and a viewer sees the sites of all */
                    groups: components["schemas"]["SignInGroupInput"][];
                    /**
                     * @description An account is made for whoever comes first with a group that gives a role
                     * @default true
                     */
                    create_users?: boolean;
                    /**
                     * @description Somebody who has an account of the same e-mail address, which the issuer says is verified, comes in by it. From then on they sign in by the issuer alone; never an owner
                     * @default false
                     */
                    link_users?: boolean;
                    /** @description Stored sealed, never answered. null: none; left out: the one that is stored stays, while issuer and client_id stay */
                    client_secret?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    removeSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description https, an address that the service may reach, exactly as the issuer calls itself
                     */
                    issuer: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOnTested"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    previewRetention: {
        parameters: {
            query?: {
                /** @description Without it: as it is set */
                clip_retention_days?: number;
                /** @description Without it: as it is set */
                event_retention_days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAiUsage: {
        parameters: {
            query?: {
                date_from?: string;
                date_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiUsage"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listAiUsageOfCameras: {
        parameters: {
            query?: {
                date_from?: string;
                date_to?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CameraAiUsage"][];
                        /** @description Cameras about whose events a model was asked */
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    tryAiModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiTry"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description Who did it */
                actor_id?: string;
                actor_kind?: "user" | "service_account" | "gateway" | "operator" | "system";
                /** @description Exactly this action */
                action?: string;
                target_kind?: string;
                /** @description What it was done to */
                target_id?: string;
                /** @description RFC 3339, or a day in the organisation's time zone */
                date_from?: string;
                /** @description Included */
                date_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /** @description Who did it */
                actor_id?: string;
                actor_kind?: "user" | "service_account" | "gateway" | "operator" | "system";
                /** @description Exactly this action */
                action?: string;
                target_kind?: string;
                /** @description What it was done to */
                target_id?: string;
                /** @description RFC 3339, or a day in the organisation's time zone */
                date_from?: string;
                /** @description Included */
                date_to?: string;
                /** @description `csv`: one line an entry under a line of names; `jsonl`: one entry a line, as the list has it */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file to download */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listSites: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Site"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default UTC */
                    timezone?: string;
                    /** @default null */
                    address?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    timezone?: string;
                    address?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listGateways: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100; without it and without a cursor all are listed */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Gateway"][];
                        total: number;
                        /** @description Where the next page begins; only where a page was asked for */
                        next_cursor?: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    generatePairingCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Shown until the gateway is renamed */
                    name: string;
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    site_id: string;
                    /**
                     * Format: uuid
                     * @description Replaces the machine behind this gateway; its cameras stay
                     */
                    gateway_id?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The gateway that the code makes
                         */
                        id: string;
                        pairing_code: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expires_at: string;
                        /** @enum {string} */
                        status: "registered";
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    pairGateway: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pairing_code: string;
                    name?: string;
                    version?: string;
                    local_ip?: string;
                    /** @description X25519 public key (RFC 8037) to which camera credentials are sealed */
                    public_key?: {
                        /** @enum {string} */
                        kty: "OKP";
                        /** @enum {string} */
                        crv: "X25519";
                        x: string;
                    };
                    /**
                     * Format: uuid
                     * @description Repeats of one attempt are answered again within the ten minutes
                     */
                    attempt_id?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        gateway_id: string;
                        api_key: string;
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        org_id: string;
                        ice_servers: {
                            urls: string[];
                            username: string;
                            credential: string;
                        }[];
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gateway"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    site_id?: string;
                    /** @enum {string} */
                    status?: "disabled" | "offline";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gateway"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getGatewayTelemetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayTelemetry"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getGatewayHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayHistory"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listGatewayAuditLog: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getGatewayCommissioning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commissioning"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    setGatewayCommissioning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long from now cameras may be added from the site; 0 ends it. Left out it is 24, or as it was with `scan` */
                    hours?: number;
                    /** @description Look for cameras on the network of the gateway; `GET` answers what is found */
                    scan?: boolean;
                    /** @description With `scan`: look at these addresses, host names and networks, and nowhere else */
                    targets?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gateway"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    startDiscovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                gateway_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Addresses, host names and networks (up to /22) to look at one by one: for cameras on another network, or that announce nothing. Left out, the networks of the gateway are asked */
                    targets?: string[];
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        started_at: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listDiscoveredCameras: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                gateway_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DiscoveredDevice"][];
                        /** @description When the newest scan ended; null before, and while one is under way */
                        scanned_at: string | null;
                        /** @description A scan is under way */
                        scanning: boolean;
                        /** @description Why the newest scan failed; `data` then still holds what the one before it found */
                        error: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    openLiveView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Default Response */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    openGatewayMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                live_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description Default Response */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    openGatewayChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description Default Response */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listCameras: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description UUID */
                site_id?: string;
                /** @description UUID */
                gateway_id?: string;
                status?: "pending" | "online" | "offline" | "error" | "disabled";
                type?: "rtsp" | "onvif";
                connection_mode?: "gateway" | "direct";
                /** @description `start`, or `next_updated_since` of an answer before: what changed since then, whenever it was committed. 410 if that is not known any more: read everything again, from `start` */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Camera"][];
                        next_cursor: string | null;
                        total: number;
                        /** @description Deleted, or out of your sight or the filter since */
                        removed?: string[];
                        /** @description On the first page; send it once all pages are read */
                        next_updated_since?: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createCamera: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    site_id: string;
                    /** @description Required when connection_mode is gateway, else left out or null */
                    gateway_id?: string | null;
                    /**
                     * @default gateway
                     * @enum {string}
                     */
                    connection_mode?: "gateway" | "direct";
                    name: string;
                    /** @enum {string} */
                    type: "rtsp" | "onvif";
                    rtsp_url?: string;
                    rtsp_sub_url?: string | null;
                    rtsp_username?: string;
                    rtsp_password?: string;
                    host?: string;
                    port?: number;
                    onvif_username?: string;
                    onvif_password?: string;
                    /** @description The token of its video source or of a profile, or its number from 1; null: the one with the largest picture */
                    onvif_channel?: string | null;
                    enabled?: boolean;
                    recording_duration_sec?: number;
                    pre_event_buffer_sec?: number;
                    post_event_buffer_sec?: number;
                    /** @enum {string} */
                    ai_analysis_mode?: "snapshot_only" | "multi_frame" | "full_video" | "disabled";
                    /** @enum {string} */
                    ai_pass_mode?: "one_pass" | "two_pass";
                    prompt_pack_id?: string | null;
                    ai_provider_override?: string | null;
                    ai_model_override?: string | null;
                    /** @enum {string} */
                    motion_sensitivity?: "low" | "medium" | "high";
                    /** @enum {string} */
                    detection_stream?: "main" | "sub";
                    /** @enum {string} */
                    recording_stream?: "main" | "sub";
                    motion_zones_json?: {
                        name: string;
                        /** @enum {string} */
                        kind: "include" | "exclude";
                        points: [
                            number,
                            number
                        ][];
                    }[];
                    /** @enum {string} */
                    stream_transport?: "tcp" | "udp";
                    /** @enum {string} */
                    stream_mode?: "single" | "dual";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Camera"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    validateCameraConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Required when connection_mode is gateway, else left out or null */
                    gateway_id?: string | null;
                    /**
                     * @default gateway
                     * @enum {string}
                     */
                    connection_mode?: "gateway" | "direct";
                    /** @enum {string} */
                    type: "rtsp" | "onvif";
                    rtsp_url?: string;
                    rtsp_sub_url?: string | null;
                    rtsp_username?: string;
                    rtsp_password?: string;
                    host?: string;
                    port?: number;
                    onvif_username?: string;
                    onvif_password?: string;
                    /** @description The token of its video source or of a profile, or its number from 1; null: the one with the largest picture */
                    onvif_channel?: string | null;
                    /** @description As a scan found it: `hint` is then that of the make */
                    manufacturer?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description null on success, and where the gateway could not look */
                        fault: ("dns" | "refused" | "timeout" | "auth" | "not_found" | "codec" | "tls" | "redirect" | "clock" | "not_rtsp" | "no_video" | "stream_limit" | "address" | "protocol") | null;
                        message: string;
                        streams: {
                            /** @enum {string} */
                            role: "main" | "sub";
                            codec: string;
                            /** @description WIDTHxHEIGHT */
                            resolution: string;
                            fps: number | null;
                            /** @description Of RTSP, without credentials */
                            url: string;
                        }[];
                        manufacturer: string | null;
                        model: string | null;
                        /** @description Of an ONVIF device that has several; each can be a camera by its onvif_channel */
                        channels: components["schemas"]["DeviceChannel"][];
                        /** @description What to do about the fault, which `message` says as well; null without one */
                        remedy: string | null;
                        /** @description Which setting mends the fault, and where it is at this make; null if that is not known */
                        hint: {
                            code: string;
                            message: string;
                        } | null;
                        /** @description What works and could be better */
                        warnings: {
                            code: string;
                            stream: ("main" | "sub") | null;
                            value: number | null;
                            message: string;
                            remedy: string;
                        }[];
                        /** @description One of the main stream, cut while the camera was checked; nothing of it is stored */
                        picture: {
                            /**
                             * Format: date-time
                             * @description RFC 3339, UTC
                             */
                            taken_at: string;
                            /** @enum {string} */
                            content_type: "image/jpeg";
                            width: number;
                            height: number;
                            /**
                             * Format: byte
                             * @description The picture; scaled down to fit a frame
                             */
                            data: string;
                        } | null;
                        /** @description Why a camera that works came without a picture: the program of the gateway is too old, or could not make one */
                        picture_missing: ("outdated" | "unavailable") | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCamera: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Camera"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteCamera: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateCamera: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    site_id?: string;
                    /** @enum {string} */
                    status?: "pending" | "online" | "offline" | "error" | "disabled";
                    rtsp_url?: string;
                    rtsp_sub_url?: string | null;
                    rtsp_username?: string;
                    rtsp_password?: string;
                    host?: string;
                    port?: number;
                    onvif_username?: string;
                    onvif_password?: string;
                    /** @description The token of its video source or of a profile, or its number from 1; null: the one with the largest picture */
                    onvif_channel?: string | null;
                    enabled?: boolean;
                    recording_duration_sec?: number;
                    pre_event_buffer_sec?: number;
                    post_event_buffer_sec?: number;
                    /** @enum {string} */
                    ai_analysis_mode?: "snapshot_only" | "multi_frame" | "full_video" | "disabled";
                    /** @enum {string} */
                    ai_pass_mode?: "one_pass" | "two_pass";
                    prompt_pack_id?: string | null;
                    ai_provider_override?: string | null;
                    ai_model_override?: string | null;
                    /** @enum {string} */
                    motion_sensitivity?: "low" | "medium" | "high";
                    /** @enum {string} */
                    detection_stream?: "main" | "sub";
                    /** @enum {string} */
                    recording_stream?: "main" | "sub";
                    motion_zones_json?: {
                        name: string;
                        /** @enum {string} */
                        kind: "include" | "exclude";
                        points: [
                            number,
                            number
                        ][];
                    }[];
                    /** @enum {string} */
                    stream_transport?: "tcp" | "udp";
                    /** @enum {string} */
                    stream_mode?: "single" | "dual";
                    /** @description What the camera was like when the change was made: 409, and nothing is changed, if one of these is otherwise by now */
                    if_still?: {
                        name?: string;
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        site_id?: string;
                        enabled?: boolean;
                        recording_duration_sec?: number;
                        pre_event_buffer_sec?: number;
                        post_event_buffer_sec?: number;
                        /** @enum {string} */
                        ai_analysis_mode?: "snapshot_only" | "multi_frame" | "full_video" | "disabled";
                        /** @enum {string} */
                        ai_pass_mode?: "one_pass" | "two_pass";
                        prompt_pack_id?: string | null;
                        ai_provider_override?: string | null;
                        ai_model_override?: string | null;
                        /** @enum {string} */
                        motion_sensitivity?: "low" | "medium" | "high";
                        /** @enum {string} */
                        detection_stream?: "main" | "sub";
                        /** @enum {string} */
                        recording_stream?: "main" | "sub";
                        motion_zones_json?: {
                            name: string;
                            /** @enum {string} */
                            kind: "include" | "exclude";
                            points: [
                                number,
                                number
                            ][];
                        }[];
                        /** @enum {string} */
                        stream_transport?: "tcp" | "udp";
                        /** @enum {string} */
                        stream_mode?: "single" | "dual";
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Camera"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    triggerCamera: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 15 */
                    duration_sec?: number;
                    /** @description Stored on the event */
                    note?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerResponse"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    moveCamera: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    direction: "pan_up" | "pan_down" | "pan_left" | "pan_right" | "zoom_in" | "zoom_out";
                    /**
                     * @description Speed, from 0 (ends a move that is under way) to 1 (as fast as the camera moves)
                     * @default 0.5
                     */
                    magnitude?: number;
                    /**
                     * @description The move ends after this time; a further call sooner replaces it
                     * @default 500
                     */
                    duration_ms?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PtzResponse"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    unpairCamera: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Camera"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    pairCamera: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    gateway_id: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Camera"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCameraDiagnostics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CameraDiagnostics"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCameraHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CameraHealth"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCameraThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CameraThumbnail"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    takeCameraSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CameraSnapshot"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createLiveToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Pages from which it is good */
                    origins: string[];
                    /**
                     * @description Seconds; a page renews it over its socket
                     * @default 300
                     */
                    ttl_sec?: number;
                    /** @description For the audit log: who watches */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        id: string;
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        camera_id: string;
                        /** @description Begins with lt_ */
                        token: string;
                        origins: string[];
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expires_at: string;
                        /**
                         * Format: date-time
                         * @description No renewal goes beyond it
                         */
                        renewable_until: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listLiveTokens: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedLiveToken"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    revokeLiveToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["View"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description For everybody of the organisation; operators and above
                     * @default false
                     */
                    shared?: boolean;
                    /**
                     * @description How the pictures stand: all alike, with one or two large ones, or each in its own `size`
                     * @default even
                     * @enum {string}
                     */
                    layout?: "even" | "one_large" | "two_large" | "by_hand";
                    cameras: {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        camera_id: string;
                        /**
                         * @description 1 to 3; it counts with the layout `by_hand`
                         * @default 1
                         */
                        size?: number;
                    }[];
                    /**
                     * @description Goes on by itself after so many seconds: to the next page, or the next camera in the large place. null: it stays
                     * @default null
                     */
                    rotate_sec?: number | null;
                    /** @description Without it, the last */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description true gives it to the organisation; false makes one of the organisation your own. Operators and above */
                    shared?: boolean;
                    /**
                     * @description How the pictures stand: all alike, with one or two large ones, or each in its own `size`
                     * @enum {string}
                     */
                    layout?: "even" | "one_large" | "two_large" | "by_hand";
                    cameras?: {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        camera_id: string;
                        /**
                         * @description 1 to 3; it counts with the layout `by_hand`
                         * @default 1
                         */
                        size?: number;
                    }[];
                    /** @description Goes on by itself after so many seconds: to the next page, or the next camera in the large place. null: it stays */
                    rotate_sec?: number | null;
                    /** @description The others make room */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getFleetHealth: {
        parameters: {
            query?: {
                /** @description UUID */
                site_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetHealth"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    countNeedsSomebody: {
        parameters: {
            query?: {
                /** @description UUID */
                site_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        needs_somebody: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getRecordingCoverage: {
        parameters: {
            query?: {
                /** @description RFC 3339, or the first whole day; 24 h before `to` if left out */
                from?: string;
                /** @description RFC 3339, or the last whole day, included; now if left out */
                to?: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingCoverage"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCameraTimeline: {
        parameters: {
            query?: {
                /** @description RFC 3339, or the first whole day; 24 h before `to` if left out */
                from?: string;
                /** @description RFC 3339, or the last whole day, included; now if left out */
                to?: string;
                /** @description Each event with `snapshot_url`, with `summary` */
                include?: ("snapshot" | "summary")[];
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CameraTimeline"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listRecordings: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description RFC 3339, or the first whole day; 24 h before `to` if left out */
                from?: string;
                /** @description RFC 3339, or the last whole day, included; now if left out */
                to?: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recording"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getClipAt: {
        parameters: {
            query?: {
                /** @description RFC 3339; now if left out */
                at?: string;
                /** @description How far away a clip may be that does not cover the moment */
                within_sec?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipAt"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getStreamStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                camera_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamStatus"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAnalysisFocus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisFocus"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    setAnalysisFocus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisFocusPutInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisFocus"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listAnalysisFocusVersions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnalysisFocus"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCameraNbdOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBigDealOverride"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteCameraNbdOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateCameraNbdOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoBigDealPatchInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBigDealOverride"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listAnalysisFocusPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnalysisFocusPreset"][];
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listPromptPacks: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PromptPack"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createPromptPack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    instructions: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptPack"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getPromptPack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptPack"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deletePromptPack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updatePromptPack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    instructions?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptPack"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description UUID */
                camera_id?: string;
                /** @description The site at which the camera stood when the event was triggered */
                site_id?: string;
                /** @description RFC 3339, or the first whole day */
                date_from?: string;
                /** @description RFC 3339, or the last whole day; included */
                date_to?: string;
                event_category?: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
                /** @description SQL LIKE pattern: `%` any run, `_` one character, `\` escapes */
                trigger_topic_like?: string;
                trigger_source?: "onvif" | "software" | "manual" | "scheduled";
                ai_status?: "pending" | "completed" | "skipped" | "failed";
                /** @description Only starred events when true */
                starred?: "true" | "false";
                /** @description Of one of these cameras; up to 100, each as a parameter of its own */
                camera_ids?: string[];
                /** @description Of one of these categories, each as a parameter of its own */
                event_categories?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
                /** @description Only events that are acknowledged when true, that are not when false */
                acknowledged?: "true" | "false";
                /** @description With exactly this tag */
                tag?: string;
                /** @description Words of summary, description, tags and notes that all must be there; "a phrase", `or`, and `-` before what must not */
                q?: string;
                /** @description `start`, or `next_updated_since` of an answer before: what changed since then, whenever it was committed. 410 if that is not known any more: read everything again, from `start` */
                updated_since?: string;
                /** @description `clip`: each event with `clip_status`, `clip_error`, `clip_start_at` and `clip_end_at` */
                include?: "clip"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventListItem"][];
                        next_cursor: string | null;
                        total: number;
                        /** @description Deleted, or out of your sight or the filter since */
                        removed?: string[];
                        /** @description On the first page; send it once all pages are read */
                        next_updated_since?: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getEventTimeline: {
        parameters: {
            query?: {
                /** @description UUID */
                camera_id?: string;
                /** @description The site at which the camera stood when the event was triggered */
                site_id?: string;
                /** @description RFC 3339, or the first whole day */
                date_from?: string;
                /** @description RFC 3339, or the last whole day; included */
                date_to?: string;
                event_category?: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
                /** @description SQL LIKE pattern: `%` any run, `_` one character, `\` escapes */
                trigger_topic_like?: string;
                trigger_source?: "onvif" | "software" | "manual" | "scheduled";
                ai_status?: "pending" | "completed" | "skipped" | "failed";
                /** @description Only starred events when true */
                starred?: "true" | "false";
                /** @description Of one of these cameras; up to 100, each as a parameter of its own */
                camera_ids?: string[];
                /** @description Of one of these categories, each as a parameter of its own */
                event_categories?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
                /** @description Only events that are acknowledged when true, that are not when false */
                acknowledged?: "true" | "false";
                /** @description With exactly this tag */
                tag?: string;
                /** @description Hours or days of the organisation's time zone. Without `date_from` the stretch is the last 24 hours, or the last 30 days; at most 1000 buckets */
                interval?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTimeline"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    acknowledgeEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 500; one that is named twice is done once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 500; one that is named twice is done once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventPatchInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getClipUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaLink"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getSnapshotUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaLink"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getEventAnalysis: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnalysis"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    analyzeEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnalyzeRequestInput"] | null;
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisRun"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listEventObjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventObjects"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listEventFaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFaces"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getEventAiEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventEvidence"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getClipPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipPreview"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description UUID */
                camera_id?: string;
                /** @description The site at which the camera stood when the event was triggered */
                site_id?: string;
                /** @description RFC 3339, or the first whole day */
                date_from?: string;
                /** @description RFC 3339, or the last whole day; included */
                date_to?: string;
                event_category?: "motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other";
                /** @description SQL LIKE pattern: `%` any run, `_` one character, `\` escapes */
                trigger_topic_like?: string;
                trigger_source?: "onvif" | "software" | "manual" | "scheduled";
                ai_status?: "pending" | "completed" | "skipped" | "failed";
                /** @description Only starred events when true */
                starred?: "true" | "false";
                /** @description Of one of these cameras; up to 100, each as a parameter of its own */
                camera_ids?: string[];
                /** @description Of one of these categories, each as a parameter of its own */
                event_categories?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other")[];
                /** @description Only events that are acknowledged when true, that are not when false */
                acknowledged?: "true" | "false";
                /** @description With exactly this tag */
                tag?: string;
                /** @description Words of summary, description, tags and notes that all must be there; "a phrase", `or`, and `-` before what must not */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file to download */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listSimilarEvents: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description The least score that is listed, 0 to 1 */
                min_score?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SimilarEvent"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    askAboutEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventQuestionInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listHeldBackAlertsOfEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HeldBackAlert"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    explainEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventWhy"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listFeedback: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feedback"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    giveFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackCreateInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Share"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    shareEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareCreateInput"] | null;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareWithLink"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                eventId: string;
                /** @description UUID */
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listShareAudit: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                eventId: string;
                /** @description UUID */
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ShareView"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getSharedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The password of the share, percent-encoded as UTF-8 */
                "x-share-password"?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedEvent"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `locked` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockedError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    openSharedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareOpenInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedEvent"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `locked` */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockedError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listObjectCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ObjectCategory"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getMedium: {
        parameters: {
            query?: {
                exp?: number;
                sig?: string;
                to?: string;
            };
            header?: never;
            path: {
                org: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    headMedium: {
        parameters: {
            query?: {
                exp?: number;
                sig?: string;
                to?: string;
            };
            header?: never;
            path: {
                org: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    putUploadPart: {
        parameters: {
            query?: {
                org?: string;
                exp?: number;
                sig?: string;
            };
            header?: never;
            path: {
                id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100; without it and without a cursor all are listed */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertRule"][];
                        total: number;
                        /** @description Where the next page begins; only where a page was asked for */
                        next_cursor?: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    rule_kind: "camera_event" | "system_event";
                    /** @default null */
                    event_category?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other") | null;
                    /** @default null */
                    trigger_topic_pattern?: string | null;
                    /** @default null */
                    source_filter?: ("onvif" | "software" | "manual" | "scheduled")[] | null;
                    /** @default null */
                    system_trigger?: ("camera_offline" | "gateway_offline") | null;
                    /** @default [] */
                    custom_tags?: string[];
                    /** @default null */
                    min_confidence?: number | null;
                    /**
                     * @default all_cameras
                     * @enum {string}
                     */
                    scope_type?: "all_cameras" | "site" | "cameras";
                    /** @default [] */
                    site_ids?: string[];
                    /** @default [] */
                    camera_ids?: string[];
                    /** @default [] */
                    zones_filter?: string[];
                    /**
                     * @default always
                     * @enum {string}
                     */
                    schedule_type?: "always" | "business_hours";
                    /** @default 300 */
                    cooldown_sec?: number;
                    /**
                     * @default 0
                     * @enum {number}
                     */
                    aggregation_window_seconds?: 0;
                    /**
                     * @default 0
                     * @enum {number}
                     */
                    delay_seconds?: 0;
                    /** @default {} */
                    conditions_json?: Record<string, never> | null;
                    /**
                     * @description Alerts of one camera within these seconds are told of together, after the first; null: the organisation's
                     * @default null
                     */
                    notification_window_sec?: number | null;
                    /** @default [] */
                    recipients?: {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        user_id: string;
                        channels: ("in_app" | "email" | "push")[];
                    }[];
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description How grave its alerts are where no compiled version or analysis says otherwise
                     * @default medium
                     * @enum {string}
                     */
                    severity?: "info" | "low" | "medium" | "high" | "critical";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    event_category?: ("motion" | "intrusion" | "line_crossing" | "tamper" | "tampering_scene" | "analytics_object" | "io" | "audio" | "schedule" | "other") | null;
                    trigger_topic_pattern?: string | null;
                    source_filter?: ("onvif" | "software" | "manual" | "scheduled")[] | null;
                    system_trigger?: ("camera_offline" | "gateway_offline") | null;
                    custom_tags?: string[];
                    min_confidence?: number | null;
                    /** @enum {string} */
                    scope_type?: "all_cameras" | "site" | "cameras";
                    site_ids?: string[];
                    camera_ids?: string[];
                    zones_filter?: string[];
                    /** @enum {string} */
                    schedule_type?: "always" | "business_hours";
                    cooldown_sec?: number;
                    /** @enum {number} */
                    aggregation_window_seconds?: 0;
                    /** @enum {number} */
                    delay_seconds?: 0;
                    conditions_json?: Record<string, never> | null;
                    /** @description Alerts of one camera within these seconds are told of together, after the first; null: the organisation's */
                    notification_window_sec?: number | null;
                    recipients?: {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        user_id: string;
                        channels: ("in_app" | "email" | "push")[];
                    }[];
                    enabled?: boolean;
                    /**
                     * @description How grave its alerts are where no compiled version or analysis says otherwise
                     * @enum {string}
                     */
                    severity?: "info" | "low" | "medium" | "high" | "critical";
                    /** @enum {string} */
                    rule_kind?: "camera_event" | "system_event";
                    /**
                     * Format: date-time
                     * @description The `updated_at` of the rule that the change is made of: 409 if it was changed since
                     */
                    if_updated_at?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    activateAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        notified: {
                            /** @description Entries written to inboxes */
                            in_app: number;
                            /** @description E-mails on their way */
                            email: number;
                            /** @description People whose browsers are sent a message */
                            push: number;
                        };
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleRecipient"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    addRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    user_id: string;
                    channels: ("in_app" | "email" | "push")[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleRecipient"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleRecipient"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    removeRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                recipientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getNbdSettings: {
        parameters: {
            query?: {
                /** @description Show what holds for this camera: its override over the rule, knob by knob */
                camera_id?: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBigDealSettings"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateNbdSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoBigDealPatchInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBigDealSettings"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listHeldBackAlertsOfRule: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description UUID */
                camera_id?: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HeldBackAlert"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listNbdSuggestions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description UUID */
                camera_id?: string;
                /** @description `withdrawn`: later feedback spoke against it */
                status?: "open" | "applied" | "dismissed" | "withdrawn";
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoBigDealSuggestion"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    applyNbdSuggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBigDealSuggestion"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    dismissNbdSuggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBigDealSuggestion"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    compileRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompileRequestInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompileResult"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getJudgeBudget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeBudget"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateJudgeBudget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Questions to the judge a day; 0: none */
                    daily_limit?: number;
                    /**
                     * @description `predicate_decides`: what `judge.in_doubt` of the version says; `no_alert`: a doubt is no alert
                     * @enum {string}
                     */
                    when_spent?: "predicate_decides" | "no_alert";
                    /**
                     * @description The same where there is no provider, or it fails
                     * @enum {string}
                     */
                    when_unavailable?: "predicate_decides" | "no_alert";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeBudget"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testCompiledRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompiledTrialInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompiledTrialResult"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listCompiledVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompiledVersion"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    addCompiledVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description UUID */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the rule is to look for, in words; the judge is asked it
                     * @default null
                     */
                    sentence?: string | null;
                    predicate: components["schemas"]["PredicateInput"];
                    /**
                     * @default {
                     *       "use": "never",
                     *       "in_doubt": "alert"
                     *     }
                     */
                    judge?: {
                        /**
                         * @description `doubtful`: an AI model decides what the predicate leaves in doubt, within the daily budget
                         * @enum {string}
                         */
                        use: "never" | "doubtful";
                        /**
                         * @description What a doubtful event leads to where the predicate alone decides
                         * @default alert
                         * @enum {string}
                         */
                        in_doubt?: "alert" | "no_alert";
                    };
                    /**
                     * @description Of its alerts; null: the severity that the analysis found, else the rule's
                     * @default null
                     */
                    severity?: ("info" | "low" | "medium" | "high" | "critical") | null;
                    /**
                     * @description For people
                     * @default null
                     */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompiledVersion"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getActiveCompiledVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompiledVersion"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    activateCompiledVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                rule_id: string;
                /** @description UUID */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: components["schemas"]["CompiledVersion"];
                        /** @description false: the rule is a draft, and judges nothing until it is activated */
                        rule_enabled: boolean;
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deactivateCompiledVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                rule_id: string;
                /** @description UUID */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: components["schemas"]["CompiledVersion"];
                        /** @description false: the rule is a draft, and judges nothing until it is activated */
                        rule_enabled: boolean;
                        message: string;
                        /** @description Why the rule, as it is without a version, can never fire */
                        warnings: string[];
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteCompiledVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                rule_id: string;
                /** @description UUID */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listVerdicts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                outcome?: "match" | "no_match" | "doubtful";
                /** @description UUID */
                event_id?: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleVerdict"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description UUID */
                rule_id?: string;
                date_from?: string;
                date_to?: string;
                /** @description UUID */
                camera_id?: string;
                /** @description The site at trigger time */
                site_id?: string;
                /** @description Of one of these severities, each as a parameter of its own */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
                status?: "new" | "acknowledged" | "resolved" | "open" | "in_progress";
                /** @description Alerts that were told of together, as a notification names them */
                group_id?: string;
                /** @description `start`, or `next_updated_since` of an answer before: what changed since then, whenever it was committed. 410 if that is not known any more: read everything again, from `start` */
                updated_since?: string;
                /** @description `details`: each alert with what it is about, where, who took it, and what its event shows */
                include?: "details"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertListItem"][];
                        next_cursor: string | null;
                        total: number;
                        /** @description Deleted, or out of your sight or the filter since */
                        removed?: string[];
                        /** @description On the first page; send it once all pages are read */
                        next_updated_since?: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `gone` */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoneError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAlertStats: {
        parameters: {
            query?: {
                /** @description UUID */
                rule_id?: string;
                date_from?: string;
                date_to?: string;
                /** @description UUID */
                camera_id?: string;
                /** @description The site at trigger time */
                site_id?: string;
                /** @description Of one of these severities, each as a parameter of its own */
                severity?: ("info" | "low" | "medium" | "high" | "critical")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertStats"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    acknowledgeAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 500; one that is named twice is done once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    resolveAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 500; one that is named twice is done once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetail"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAlertTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        alert_id: string;
                        entries: {
                            /**
                             * Format: date-time
                             * @description RFC 3339, UTC
                             */
                            at: string;
                            /** @enum {string} */
                            action: "fired" | "acknowledged" | "status_changed" | "late" | "recovered";
                            actor: string | null;
                            /** @enum {string} */
                            to?: "new" | "acknowledged" | "resolved";
                        }[];
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    setAlertStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "new" | "acknowledged" | "resolved" | "open" | "in_progress";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listenToNotices: {
        parameters: {
            query?: never;
            header?: {
                /** @description `id` of the last event that was read: what changed since is told first */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events without an end */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description `true`: only entries that are not read; `false`: only those that are. Absent: all. */
                unread?: "true" | "false";
                /** @description Only of alerts at this site */
                site_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notification"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    countUnreadNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    readAllNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllRead"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    readNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getPushSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSettings"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listPushSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PushSubscription"][];
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createPushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where the push service takes messages for the browser (RFC 8030); https */
                    endpoint: string;
                    keys: {
                        /** @description Public key of the browser: an uncompressed point of P-256 in base64url */
                        p256dh: string;
                        /** @description Its authentication secret (RFC 8291): 16 bytes in base64url */
                        auth: string;
                    };
                    /**
                     * @description In which the browser words what it shows
                     * @default en
                     * @enum {string}
                     */
                    language?: "en" | "de";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscription"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deletePushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testPushSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listNotificationGroups: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                /** @description UUID */
                rule_id?: string;
                /** @description UUID */
                camera_id?: string;
                /** @description UUID */
                site_id?: string;
                date_from?: string;
                date_to?: string;
                /** @description `true`: only groups that still take alerts; `false`: only those that do not */
                open?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationGroup"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listNotificationDecisions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationDecision"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100; without it and without a cursor all are listed */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDetail"][];
                        total: number;
                        /** @description Where the next page begins; only where a page was asked for */
                        next_cursor?: string | null;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same request with the same key is done once; a repeat gets the first answer again, marked `Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed without an effect, frees its key. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description https only; public addresses only */
                    url: string;
                    event_types: "alert"[];
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description https only; public addresses only */
                    url?: string;
                    event_types?: "alert"[];
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretRotation"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description UUID
                         */
                        delivery_id: string;
                        message: string;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    redeliverFailedWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookFailedRedelivered"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Items a page, 1 to 100 */
                limit?: number;
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        next_cursor: string | null;
                        total: number;
                    };
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
                /** @description UUID */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `validation_error` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description `UNAUTHORIZED` or `auth_required` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthUnauthorizedOrAuthRequiredError"];
                };
            };
            /** @description `forbidden` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `conflict` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            /** @description `unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableError"];
                };
            };
            /** @description `internal` */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
}

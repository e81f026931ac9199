/** The password of the demo accounts. It is public: it opens accounts in local mode only, and nobody can choose it. */
export const DEMO_PASSWORD = 'porter-lodge-demo-1';

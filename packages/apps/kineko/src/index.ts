/** What authors of algorithms, protocols, sensors and motions import. Loads nothing heavy. */
export * from '@kineko/robotsim/author';

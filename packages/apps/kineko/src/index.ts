/** For authors of algorithms, protocols, sensors and motions. Loads nothing heavy. */
export * from '@kineko/robotsim/author';
export * from '@kineko/lcm/author';

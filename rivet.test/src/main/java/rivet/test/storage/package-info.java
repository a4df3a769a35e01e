/**
 * Stores under difficulties, for those who use a store and must cope with its failures. Nothing here depends on a provider, on a clock or on
 * threads of its own, so a simulation may use it.
 */
package rivet.test.storage;

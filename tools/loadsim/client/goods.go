package client

import "fmt"

// Paths of the mall and of retrievals.
const (
	PathMall     = "/api/mall/items"
	PathRetrieve = "/api/retrieve/request"
	PathStatus   = "/finance/assets/status"
)

// PathBuy buys one item of the mall.
func PathBuy(def int32) string { return fmt.Sprintf("/api/mall/item/%d/buy", def) }

// MallPage answers GET PathMall.
type MallPage struct {
	Records []struct {
		ID         int32 `json:"id"`
		PriceCents int64 `json:"priceCents"`
	} `json:"records"`
}

// BuyItem is the body of POST PathBuy.
type BuyItem struct {
	PriceCents int64 `json:"priceCents"`
}

// BoughtItem answers BuyItem.
type BoughtItem struct {
	ItemID       string `json:"itemId"`
	PriceCents   int64  `json:"priceCents"`
	BalanceCents int64  `json:"balanceCents"`
	BagCount     int    `json:"bagCount"`
}

// Retrieve is the body of POST PathRetrieve.
type Retrieve struct {
	Items []string `json:"items"`
}

// Retrieving answers Retrieve.
type Retrieving struct {
	OrderID  string   `json:"orderId"`
	Items    []string `json:"items"`
	BagCount int      `json:"bagCount"`
}

// AssetStatus is one of the list that GET PathStatus answers.
type AssetStatus struct {
	ID     string `json:"id"`
	Status int    `json:"status"`
}
